package dev.stranger.data.generate;

import java.util.List;
import java.util.Set;

/**
 * Every combination of the factors of dSprites for some shapes, numbered from zero in the order of
 * dSprites.
 *
 * @param shapes in the order of the enum
 */
record SpriteGrid(List<SpriteShape> shapes) {

  private static final int SCALES = 6;
  private static final int ORIENTATIONS = 40;
  private static final int POSITIONS = 32;
  private static final long CELLS_PER_SHAPE = (long) SCALES * ORIENTATIONS * POSITIONS * POSITIONS;

  static SpriteGrid of(Set<SpriteShape> shapes) {
    return new SpriteGrid(Labels.sorted("sprites", shapes, SpriteShape.values()));
  }

  String name() {
    return Labels.join(shapes);
  }

  long size() {
    return shapes.size() * CELLS_PER_SHAPE;
  }

  /** Draws one cell and returns its label. */
  int draw(long cell, SpritePen pen, float[] target, int offset) {
    SpriteShape shape = shapes.get((int) (cell / CELLS_PER_SHAPE));
    int rest = (int) (cell % CELLS_PER_SHAPE);
    int row = rest % POSITIONS;
    rest /= POSITIONS;
    int column = rest % POSITIONS;
    rest /= POSITIONS;
    int orientation = rest % ORIENTATIONS;
    int scale = rest / ORIENTATIONS;
    pen.draw(
        shape.outline().at(scale(scale), angle(orientation), centre(column), centre(row)),
        target,
        offset);
    return shape.ordinal();
  }

  private static double scale(int index) {
    return 0.5 + 0.1 * index;
  }

  /** The last angle is a full turn: dSprites has every upright sprite twice. */
  private static double angle(int index) {
    return 2 * Math.PI * index / (ORIENTATIONS - 1);
  }

  /** In the middle half of the canvas, which leaves room for the largest sprite. */
  private static double centre(int index) {
    return 16 + 32.0 * index / (POSITIONS - 1);
  }
}
