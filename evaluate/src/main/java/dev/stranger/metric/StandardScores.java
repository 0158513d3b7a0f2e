package dev.stranger.metric;

import dev.stranger.DataException;

/**
 * Both sets, sorted, in units of their joint standard deviation (population) and shifted so that
 * the lowest score is 0. When all scores are equal, all are 0. Costs one sort of each set.
 */
public record StandardScores(double[] in, double[] out) {

  /**
   * The arrays are not changed.
   *
   * @throws DataException when a set is empty, or a score is NaN or infinite
   */
  public static StandardScores of(double[] in, double[] out) {
    return of(SortedScores.of(in, out));
  }

  static StandardScores of(SortedScores scores) {
    double min = Math.min(scores.in()[0], scores.out()[0]);
    double max = Math.max(last(scores.in()), last(scores.out()));
    double span = max - min;
    if (!Double.isFinite(span)) {
      throw new DataException(
          "scores reach from %s to %s, distances between them are not finite; cap the scores or use"
                  .formatted(min, max)
              + " the rank metrics alone");
    }
    // Through [0, 1] first: squares of scores such as 1e200 would overflow.
    double[] in = shiftAndDivide(scores.in(), min, span);
    double[] out = shiftAndDivide(scores.out(), min, span);
    double deviation = jointDeviation(in, out);
    return new StandardScores(shiftAndDivide(in, 0, deviation), shiftAndDivide(out, 0, deviation));
  }

  private static double last(double[] sorted) {
    return sorted[sorted.length - 1];
  }

  private static double jointDeviation(double[] in, double[] out) {
    double count = (double) in.length + out.length;
    double mean = (Moments.sum(in) + Moments.sum(out)) / count;
    return Math.sqrt((Moments.sumOfSquares(in, mean) + Moments.sumOfSquares(out, mean)) / count);
  }

  private static double[] shiftAndDivide(double[] values, double shift, double divisor) {
    double[] result = new double[values.length];
    if (divisor > 0) {
      for (int i = 0; i < values.length; i++) {
        result[i] = (values[i] - shift) / divisor;
      }
    }
    return result;
  }
}
