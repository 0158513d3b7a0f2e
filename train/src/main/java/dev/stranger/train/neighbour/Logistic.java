package dev.stranger.train.neighbour;

/**
 * The logistic distribution that is nearest to the normal distribution. Unlike that one, it has a
 * plain formula for how unusual a number is.
 */
public final class Logistic {

  /** By which a deviation is multiplied. */
  public static final double STEEPNESS = 1.702;

  private Logistic() {}

  /** {@code -log p} of a number that is so many deviations above the mean. */
  public static double surprise(double deviations) {
    double exponent = STEEPNESS * deviations;
    return Math.max(0, exponent) + Math.log1p(Math.exp(-Math.abs(exponent)));
  }
}
