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
    TriangleFilter across = TriangleFilter.between(columns, width);
    TriangleFilter down = TriangleFilter.between(rows, height);
    float[] stretched = new float[rows * width];
    for (int channel = 0; channel < channels; channel++) {
      for (int y = 0; y < rows; y++) {
        across.apply(source, (channel * rows + y) * columns, 1, stretched, y * width, 1);
      }
      int start = offset + channel * height * width;
      for (int x = 0; x < width; x++) {
        down.apply(stretched, x, width, target, start + x, width);
      }
    }
  }

  @Override
  public String toString() {
    return "Resize[" + height + "x" + width + "]";
  }
}
