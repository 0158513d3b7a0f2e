package dev.stranger.prepare;

import dev.stranger.Header;
import dev.stranger.Shape;
import dev.stranger.Transform;

/**
 * Stretches images to a height and a width with a triangle filter, wider when shrinking so that
 * every input pixel counts (antialiased bilinear). Rows first, then columns, rounded to whole grey
 * levels after each, as imaging libraries do it: pictures prepared elsewhere look the same here.
 */
public final class Resize implements Transform {

  /** An image, line by line: large ones need not be turned into floats first. */
  public interface Lines {

    /** Puts the levels, from 0 to 255, of a line of a channel into {@code target}. */
    void read(int channel, int y, int[] target);
  }

  private final int height;
  private final int width;

  private Resize(int height, int width) {
    Shape.image(1, height, width);
    this.height = height;
    this.width = width;
  }

  public static Resize to(int height, int width) {
    return new Resize(height, width);
  }

  @Override
  public Header describe(Header input) {
    Pixels.require(input, height + "x" + width);
    return input.withValues(Shape.image(input.shape().channels(), height, width), input.range());
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    apply(from.channels(), from.height(), from.width(), source, target, offset);
  }

  /**
   * Stretches an image of {@code channels x rows x columns}, which may be larger than a {@link
   * Shape} allows.
   */
  public void apply(
      int channels, int rows, int columns, float[] source, float[] target, int offset) {
    Lines lines =
        (channel, y, line) -> {
          int start = (channel * rows + y) * columns;
          for (int x = 0; x < columns; x++) {
            line[x] = (int) source[start + x];
          }
        };
    apply(channels, rows, columns, lines, target, offset);
  }

  /** The same for an image whose lines are read one by one, channel after channel. */
  public void apply(int channels, int rows, int columns, Lines source, float[] target, int offset) {
    TriangleFilter across = TriangleFilter.between(columns, width);
    TriangleFilter down = TriangleFilter.between(rows, height);
    int[] line = new int[columns];
    int[] stretched = new int[width * rows]; // by columns, as they are read next
    for (int channel = 0; channel < channels; channel++) {
      for (int y = 0; y < rows; y++) {
        source.read(channel, y, line);
        for (int x = 0; x < width; x++) {
          stretched[x * rows + y] = across.level(line, 0, x);
        }
      }
      int start = offset + channel * height * width;
      for (int i = 0; i < height * width; i++) {
        target[start + i] = down.level(stretched, i % width * rows, i / width);
      }
    }
  }

  @Override
  public String toString() {
    return "Resize[" + height + "x" + width + "]";
  }
}
