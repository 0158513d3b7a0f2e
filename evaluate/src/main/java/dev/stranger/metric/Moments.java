package dev.stranger.metric;

/** Sums over an array. */
final class Moments {

  private Moments() {}

  static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  static double sumOfSquares(double[] values, double centre) {
    double sum = 0;
    for (double value : values) {
      sum += (value - centre) * (value - centre);
    }
    return sum;
  }

  /** Exact for equal values, because it sums the differences from the first. */
  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value - values[0];
    }
    return values[0] + sum / values.length;
  }

  /** With n - 1; 0 for a single value, and exactly 0 for equal values. */
  static double deviation(double[] values) {
    return values.length < 2
        ? 0
        : Math.sqrt(sumOfSquares(values, mean(values)) / (values.length - 1));
  }
}
