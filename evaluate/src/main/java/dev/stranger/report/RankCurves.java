package dev.stranger.report;

import java.util.Arrays;

/**
 * What a line through the scores gives as it moves, at about as many places as a drawing shows.
 * Cost: one sort of each set, then a few hundred binary searches.
 */
final class RankCurves {

  private static final int PLACES = 220;

  private final double[] normal;
  private final double[] strangers;

  /** Points of a curve, in ascending order of x. */
  record Curve(double[] x, double[] y) {}

  RankCurves(double[] sortedNormal, double[] strangers) {
    normal = sortedNormal;
    this.strangers = sorted(strangers);
  }

  static double[] sorted(double[] scores) {
    double[] sorted = scores.clone();
    Arrays.parallelSort(sorted);
    return sorted;
  }

  /**
   * Share of strangers caught (y) over share of normal samples flagged (x), with more places where
   * few are flagged.
   */
  Curve roc() {
    double[] x = new double[PLACES];
    double[] y = new double[PLACES];
    for (int i = 0; i < PLACES; i++) {
      int flagged = (int) Math.round(Math.pow(normal.length, i / (PLACES - 1.0)));
      x[i] = flagged < normal.length ? shareAbove(normal, lineAt(flagged)) : 1;
      y[i] = flagged < normal.length ? shareAbove(strangers, lineAt(flagged)) : 1;
    }
    return new Curve(x, y);
  }

  /** Share of strangers among what is flagged (y) over share of strangers caught (x). */
  Curve precisionRecall() {
    double[] x = new double[PLACES];
    double[] y = new double[PLACES];
    for (int i = 0; i < PLACES; i++) {
      int caught = (int) Math.ceil((i + 1.0) / PLACES * strangers.length);
      double line = strangers[strangers.length - Math.max(1, caught)];
      double out = strangers.length - firstFrom(strangers, line);
      double in = normal.length - firstFrom(normal, line);
      x[i] = out / strangers.length;
      y[i] = out / (out + in);
    }
    return new Curve(x, y);
  }

  /** Share of strangers caught when at most this share of the normal samples is flagged. */
  double caughtAt(double falseAlarms) {
    int flagged = (int) Math.floor(falseAlarms * normal.length + 1e-9);
    return flagged < normal.length ? shareAbove(strangers, lineAt(flagged)) : 1;
  }

  /** Above this score lie so many normal samples, or fewer where scores are equal. */
  private double lineAt(int flagged) {
    return normal[normal.length - 1 - flagged];
  }

  private static double shareAbove(double[] sorted, double line) {
    return 1 - firstFrom(sorted, Math.nextUp(line)) / (double) sorted.length;
  }

  private static int firstFrom(double[] sorted, double line) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] >= line) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
