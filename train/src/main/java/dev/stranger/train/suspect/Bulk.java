package dev.stranger.train.suspect;

import java.util.Arrays;

/**
 * What suspicions of normal samples look like, as told by the bulk of all. The tail is taken to be
 * exponential, because suspicions are sums of surprises, and its scale is that between the median
 * and the 80 % quantile: strangers among a fifth of the samples do not change it much (Efron, an
 * empirical null, 2004).
 */
record Bulk(double median, double scale) {

  /** So many samples at least are taken to be normal. */
  static final double NORMAL = 0.8;

  /** Of the samples that are called suspects, so many may be normal by the tail of the bulk. */
  private static final double FALSE_SUSPECTS = 0.2;

  /**
   * @param sorted suspicions, the smallest first
   */
  static Bulk of(double[] sorted) {
    double median = sorted[sorted.length / 2];
    double high = sorted[(int) (NORMAL * sorted.length)];
    return new Bulk(median, (high - median) / Math.log(0.5 / (1 - NORMAL)));
  }

  /** How many of the samples have a suspicion that the bulk does not explain. */
  static int beyond(double[] suspicions) {
    double[] sorted = suspicions.clone();
    Arrays.sort(sorted);
    Bulk bulk = of(sorted);
    int first = (int) (NORMAL * sorted.length);
    for (int i = first; i < sorted.length && bulk.scale > 0; i++) {
      int above = sorted.length - i;
      if (bulk.expectedAbove(sorted[i]) * sorted.length <= FALSE_SUSPECTS * above) {
        return above;
      }
    }
    return 0;
  }

  /** The share of normal samples with a higher suspicion. */
  private double expectedAbove(double suspicion) {
    return 0.5 * Math.exp(-(suspicion - median) / scale);
  }
}
