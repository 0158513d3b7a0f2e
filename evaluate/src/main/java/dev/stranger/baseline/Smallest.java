package dev.stranger.baseline;

import java.util.Arrays;

/** Keeps the smallest of many numbers, a few of them. */
final class Smallest {

  private final double[] kept;

  Smallest(int count) {
    kept = new double[count];
    Arrays.fill(kept, Double.POSITIVE_INFINITY);
  }

  void add(double value) {
    if (value < kept[kept.length - 1]) {
      int i = kept.length - 1;
      for (; i > 0 && kept[i - 1] > value; i--) {
        kept[i] = kept[i - 1];
      }
      kept[i] = value;
    }
  }

  /** The largest of those kept. */
  double largest() {
    return kept[kept.length - 1];
  }
}
