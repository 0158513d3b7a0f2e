package dev.stranger.data.generate;

import dev.stranger.DataException;

/** The shapes of dSprites, in its order. The label of a sprite is the ordinal of its shape. */
public enum SpriteShape {
  SQUARE(Outline.square()),
  ELLIPSE(Outline.ellipse()),
  HEART(Outline.heart());

  private final Outline outline;

  SpriteShape(Outline outline) {
    this.outline = outline;
  }

  /**
   * Reads a label such as {@code square}, in upper or lower case.
   *
   * @throws DataException when there is no such shape
   */
  public static SpriteShape parse(String text) {
    return Labels.parse("sprite shape", values(), text);
  }

  /** The name of the shape as labels and options write it. */
  public String label() {
    return Labels.of(this);
  }

  Outline outline() {
    return outline;
  }
}
