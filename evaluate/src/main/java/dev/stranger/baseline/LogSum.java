package dev.stranger.baseline;

/**
 * The logarithm of a sum of exponentials, from the exponents one by one. The largest is kept apart,
 * so that none is too small for a double.
 */
final class LogSum {

  /** Five thousand terms so much smaller than the largest do not change the sum at all. */
  static final double NEGLIGIBLE = 45;

  private double largest = Double.NEGATIVE_INFINITY;
  private double sum;

  void add(double exponent) {
    if (exponent > largest) {
      sum = sum * Math.exp(largest - exponent) + 1;
      largest = exponent;
    } else if (exponent > largest - NEGLIGIBLE) {
      sum += Math.exp(exponent - largest);
    }
  }

  double value() {
    return largest + Math.log(sum);
  }
}
