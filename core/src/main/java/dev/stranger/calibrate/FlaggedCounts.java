package dev.stranger.calibrate;

/**
 * How many of a number of normal samples are flagged, the chance in the calibration scores
 * included: beta-binomial, with
 *
 * <pre>{@code P(x + 1) / P(x) = (samples - x) / (x + 1) * (k + x) / (n - k + samples - x)}</pre>
 *
 * <p>Probabilities are built up from that ratio, beginning near the most probable count and ending
 * where they no longer matter: a few multiplications for each count within reach, where summing a
 * tail of the distribution function for every count tried took a second for a page of bands.
 */
final class FlaggedCounts {

  /** Relative to a probable count; all farther ones together are below the rounding of a sum. */
  private static final double NEGLIGIBLE = 1e-22;

  private final int first;
  private final double[] weights;
  private final double total;

  FlaggedCounts(FalseAlarmBound bound, int samples) {
    int start = (int) (samples * bound.meanRate());
    int end = start;
    for (double weight = 1; end < samples && weight > NEGLIGIBLE; end++) {
      weight *= ratio(bound, samples, end);
    }
    int begin = start;
    for (double weight = 1; begin > 0 && weight > NEGLIGIBLE; begin--) {
      weight /= ratio(bound, samples, begin - 1);
    }
    first = begin;
    weights = new double[end - begin + 1];
    weights[start - first] = 1;
    for (int x = start; x < end; x++) {
      weights[x + 1 - first] = weights[x - first] * ratio(bound, samples, x);
    }
    for (int x = start; x > first; x--) {
      weights[x - 1 - first] = weights[x - first] / ratio(bound, samples, x - 1);
    }
    total = sum(weights);
  }

  private static double ratio(FalseAlarmBound bound, int samples, int x) {
    double more = (samples - x) / (x + 1.0);
    return more
        * (bound.rank() + x)
        / ((double) bound.calibrationSize() - bound.rank() + samples - x);
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** The fewest that are not exceeded with the given probability. */
  int quantile(double probability) {
    double above = 0;
    int index = weights.length - 1;
    while (index > 0 && above + weights[index] <= (1 - probability) * total) {
      above += weights[index--];
    }
    return first + index;
  }
}
