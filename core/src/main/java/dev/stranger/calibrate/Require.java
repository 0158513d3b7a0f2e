package dev.stranger.calibrate;

/** What every guarantee asks of its numbers. */
final class Require {

  private Require() {}

  /** A probability that leaves something to say: neither 0 nor 1. */
  static void inside(String name, double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "the %s must lie between 0 and 1, got %s".formatted(name, probability));
    }
  }

  static void positive(String name, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          "the %s must be at least 1, got %d".formatted(name, number));
    }
  }

  /** Conformal p-values are never 0, and a bet on one that is would win without limit. */
  static void pValue(double p) {
    if (!(p > 0 && p <= 1)) {
      throw new IllegalArgumentException(
          "a p-value lies above 0 and is at most 1, got %s; take it from a calibration"
              .formatted(p));
    }
  }
}
