package dev.stranger.spark.scores;

import java.util.Arrays;

/**
 * The distribution of many scores as steps, with bounds: which share of them is at most so high,
 * between what and what. Immutable.
 *
 * @param values ascending, from the lowest score to the highest, all different
 * @param upTo how many scores are at most as high as each value, about
 * @param error the share of all scores by which these numbers may be off at most
 */
record RankLadder(double[] values, long[] upTo, double error) {

  /**
   * Joins equal values.
   *
   * @param ascending from the lowest score to the highest
   * @param upTo for each of them
   */
  static RankLadder of(double[] ascending, long[] upTo, double error) {
    double[] values = new double[ascending.length];
    long[] counts = new long[ascending.length];
    int last = -1;
    for (int i = 0; i < ascending.length; i++) {
      last += last < 0 || ascending[i] > values[last] ? 1 : 0;
      values[last] = plain(ascending[i]);
      counts[last] = upTo[i];
    }
    return new RankLadder(Arrays.copyOf(values, last + 1), Arrays.copyOf(counts, last + 1), error);
  }

  /** Searching tells the two zeros apart. */
  private static double plain(double score) {
    return score + 0.0;
  }

  long size() {
    return upTo[upTo.length - 1];
  }

  int last() {
    return values.length - 1;
  }

  /** The least share of scores that are at most as high as a value; -1 is below all. */
  double low(int step) {
    if (step < 0 || step == last()) {
      return step < 0 ? 0 : 1; // the lowest and the highest score are known
    }
    return Math.max(0, upTo[step] / (double) size() - error);
  }

  /** The largest such share. */
  double high(int step) {
    return step < 0 ? 0 : Math.min(1, upTo[step] / (double) size() + error);
  }

  /** How many scores are above a value at most. */
  long mostAbove(int step) {
    if (step < 0 || step == last()) {
      return step < 0 ? size() : 0;
    }
    return Math.min(size(), size() - upTo[step] + (long) (error * size()));
  }

  /** The last value that is at most as high as a score, -1 when there is none. */
  int at(double score) {
    int found = Arrays.binarySearch(values, plain(score));
    return found >= 0 ? found : -found - 2;
  }

  /** The last value below a score, -1 when there is none. */
  int below(double score) {
    int found = Arrays.binarySearch(values, plain(score));
    return found >= 0 ? found - 1 : -found - 2;
  }

  /** That of the scores with their sign changed. */
  RankLadder mirrored() {
    double[] mirrored = new double[values.length];
    long[] counts = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      int from = last() - i;
      mirrored[i] = plain(-values[from]);
      counts[i] = size() - (from == 0 ? 0 : upTo[from - 1]);
    }
    return new RankLadder(mirrored, counts, error);
  }
}
