package dev.stranger;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Scores of held-out normal samples, sorted. Turns a score into a p-value by split conformal
 * prediction: as long as a new sample is exchangeable with the held-out ones, its p-value is at
 * most {@code alpha} with probability at most {@code alpha}. Immutable and thread-safe; a p-value
 * costs a binary search.
 */
public final class Calibration {

  private final float[] sorted;
  private int hash; // 0 until it is asked for, as that of a String

  private Calibration(float[] sorted) {
    this.sorted = sorted;
  }

  /**
   * @throws DataException when a score is not a number
   */
  public static Calibration of(float... scores) {
    if (scores.length == 0) {
      throw new IllegalArgumentException("calibration needs at least one held-out score");
    }
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    if (Float.isNaN(sorted[sorted.length - 1])) {
      throw new DataException("a held-out sample has no score (NaN); check the training");
    }
    return new Calibration(sorted);
  }

  /** How many scores a p-value of {@code alpha} or less needs: below, nothing can be flagged. */
  public static long neededFor(double falseAlarmRate) {
    return (long) Math.ceil(1 / falseAlarmRate - 1e-9) - 1;
  }

  public int size() {
    return sorted.length;
  }

  /** A copy of the scores in ascending order. */
  public float[] scores() {
    return sorted.clone();
  }

  public int distinctScores() {
    int distinct = 1;
    for (int i = 1; i < sorted.length; i++) {
      distinct += sorted[i] > sorted[i - 1] ? 1 : 0;
    }
    return distinct;
  }

  /** {@code (1 + number of held-out scores >= score) / (n + 1)}. */
  public float pValue(float score) {
    return (1f + sorted.length - below(score)) / (sorted.length + 1f);
  }

  /** How many held-out scores are less than this one. */
  public int below(float score) {
    return firstAtLeast(sorted, sorted.length, score);
  }

  /**
   * Where in the first {@code size} of ascending scores those begin that are at least this high.
   */
  public static int firstAtLeast(float[] sorted, int size, float score) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] >= score) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Whether both have the same scores. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Calibration calibration && Arrays.equals(sorted, calibration.sorted);
  }

  @Override
  public int hashCode() {
    if (hash == 0) {
      hash = Arrays.hashCode(sorted);
    }
    return hash;
  }
}
