package dev.stranger.data.alter;

import org.apache.commons.rng.UniformRandomProvider;

/** Alterations of images that move whole pixels. */
final class ImageMoves {

  private ImageMoves() {}

  /** For a pixel of the altered image, where in the normal one it comes from. */
  private interface Origin {
    int place(int y, int x);
  }

  private static float[] move(Sample sample, Origin origin) {
    int width = sample.shape().width();
    return sample.moved(place -> origin.place(place / width, place % width));
  }

  static float[] mirrored(Sample sample) {
    int width = sample.shape().width();
    return move(sample, (y, x) -> y * width + width - 1 - x);
  }

  static float[] upsideDown(Sample sample) {
    int width = sample.shape().width();
    int last = sample.shape().height() - 1;
    return move(sample, (y, x) -> (last - y) * width + x);
  }

  /** A square image, by a quarter to the left. */
  static float[] turned(Sample sample) {
    int side = sample.shape().width();
    return move(sample, (y, x) -> x * side + side - 1 - y);
  }

  /** Where a side is odd, its middle line belongs to no quadrant and stays. */
  static float[] quadrantsShuffled(Sample sample, UniformRandomProvider random) {
    int[] order = Order.changed(4, random);
    int width = sample.shape().width();
    Halves down = new Halves(sample.shape().height());
    Halves across = new Halves(width);
    return move(
        sample,
        (y, x) -> {
          if (down.isMiddle(y) || across.isMiddle(x)) {
            return y * width + x;
          }
          int quadrant = order[2 * down.which(y) + across.which(x)];
          return down.moved(y, quadrant / 2) * width + across.moved(x, quadrant % 2);
        });
  }

  /** The first and the last half of a side. */
  private record Halves(int length) {

    boolean isMiddle(int place) {
      return length % 2 == 1 && place == length / 2;
    }

    int which(int place) {
      return place < length / 2 ? 0 : 1;
    }

    /** The same place of a half, 0 or 1. */
    int moved(int place, int half) {
      int second = length - length / 2;
      return place + (half - which(place)) * second;
    }
  }
}
