package dev.stranger.data.alter;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Alterations of images that treat every value on its own. */
final class Levels {

  /** Deviation of the noise, as a share of the range. */
  private static final double NOISE = 0.1;

  private Levels() {}

  static float[] noisy(Sample sample, UniformRandomProvider random) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    double deviation = NOISE * ((double) sample.high() - sample.low());
    return sample.changed(value -> value + deviation * normal.sample());
  }

  /** Half as bright above the lowest value, so that black stays black. */
  static float[] lessContrast(Sample sample) {
    double low = sample.low();
    return sample.changed(value -> (low + value) / 2);
  }

  static float[] inverted(Sample sample) {
    double ends = (double) sample.low() + sample.high();
    return sample.changed(value -> ends - value);
  }
}
