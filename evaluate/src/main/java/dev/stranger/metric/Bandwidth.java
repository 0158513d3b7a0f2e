package dev.stranger.metric;

/** The width of the Gaussian that a kernel density puts on each score. */
final class Bandwidth {

  /** In joint standard deviations; a smaller spread is the rounding noise of equal scores. */
  private static final double NO_SPREAD = 1e-12;

  private Bandwidth() {}

  /**
   * Silverman's rule of thumb as R's {@code bw.nrd0} has it: {@code 0.9 * min(sd, IQR / 1.34) *
   * n^(-1/5)}. When that spread is zero it is replaced by the first of these that is not: the
   * standard deviation, the size of the lowest score, 1. A single score counts as one without
   * spread.
   *
   * @param sorted standardised scores
   */
  static double nrd0(double[] sorted) {
    return 0.9 * spread(sorted) * Math.pow(sorted.length, -0.2);
  }

  private static double spread(double[] sorted) {
    double deviation = Moments.deviation(sorted);
    double quartiles = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
    if (Math.min(deviation, quartiles) > NO_SPREAD) {
      return Math.min(deviation, quartiles);
    }
    if (deviation > NO_SPREAD) {
      return deviation;
    }
    return Math.abs(sorted[0]) > NO_SPREAD ? Math.abs(sorted[0]) : 1;
  }

  /** Linear between the two nearest scores: type 7 of R, the default of NumPy. */
  private static double quantile(double[] sorted, double level) {
    double position = level * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
