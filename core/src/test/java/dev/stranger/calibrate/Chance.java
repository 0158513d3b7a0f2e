package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How often something with a given probability happens in independent trials. Seeds are fixed, so a
 * test that passes keeps passing; the bounds say how unlucky a seed would have to be for a correct
 * program to fail: one in ten thousand on either side.
 */
record Chance(int trials, double probability) {

  private static final double UNLUCKY = 1e-4;

  void isExactFor(int happened, String seeds) {
    assertThat(happened).as("%s: %s", this, seeds).isBetween(least(), most());
  }

  void isNotExceededBy(int happened, String seeds) {
    assertThat(happened).as("%s: %s", this, seeds).isLessThanOrEqualTo(most());
  }

  private int least() {
    return count().inverseCumulativeProbability(UNLUCKY);
  }

  private int most() {
    return count().inverseSurvivalProbability(UNLUCKY);
  }

  private BinomialDistribution count() {
    return BinomialDistribution.of(trials, probability);
  }
}
