package dev.stranger.calibrate;

import dev.stranger.Calibration;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Seeded scores of samples among which nothing is strange, and uniform numbers of the same seed.
 */
final class NormalScores {

  private final UniformRandomProvider random;
  private final ZigguratSampler.NormalizedGaussian gaussian;

  NormalScores(long seed) {
    random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    gaussian = ZigguratSampler.NormalizedGaussian.of(random);
  }

  UniformRandomProvider random() {
    return random;
  }

  /** Above 0 and at most 1, as a p-value. */
  double uniform() {
    return 1 - random.nextDouble();
  }

  float next() {
    return (float) gaussian.sample();
  }

  float[] draw(int count) {
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      scores[i] = next();
    }
    return scores;
  }

  Calibration calibration(int size) {
    return Calibration.of(draw(size));
  }

  /** The share of all normal samples that is flagged: the probability to lie above the line. */
  static double realisedRate(Calibration calibration, FalseAlarmBound bound) {
    float line = calibration.scores()[calibration.size() - bound.rank()];
    return NormalDistribution.of(0, 1).survivalProbability(line);
  }
}
