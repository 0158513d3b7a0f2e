package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Shape;
import dev.stranger.Transform;

/**
 * Makes colour images grey with the weights of ITU-R 601, in whole grey levels. Grey images stay as
 * they are.
 */
public enum Luma implements Transform {
  GREY;

  // 0.299, 0.587 and 0.114 in units of 2^-16; the sum is exactly 2^16, so white stays white.
  private static final int RED = 19595;
  private static final int GREEN = 38470;
  private static final int BLUE = 7471;
  private static final int HALF = 1 << 15;

  @Override
  public Header describe(Header input) {
    Pixels.require(input, "grey");
    int channels = input.shape().channels();
    if (channels != 1 && channels != 3) {
      throw new DataException(
          "%s has images of %d channels (%s), only 1 or 3 can be made grey; keep 1 or 3 of them"
              .formatted(input.name(), channels, input.shape()));
    }
    Shape shape = input.shape();
    return input.withValues(Shape.image(1, shape.height(), shape.width()), input.range());
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    if (from.channels() == 1) {
      System.arraycopy(source, 0, target, offset, source.length);
      return;
    }
    int pixels = source.length / 3;
    for (int i = 0; i < pixels; i++) {
      target[offset + i] =
          luma((int) source[i], (int) source[pixels + i], (int) source[2 * pixels + i]);
    }
  }

  /** The grey level of one pixel. */
  public static int luma(int red, int green, int blue) {
    return (red * RED + green * GREEN + blue * BLUE + HALF) >> 16;
  }
}
