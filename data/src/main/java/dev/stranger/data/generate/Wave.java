package dev.stranger.data.generate;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * One wave of a heartbeat: {@code amplitude * exp(-(t - centre)^2 / (2 width^2))}.
 *
 * @param amplitude in millivolts
 * @param centre in seconds from the R wave
 * @param width in seconds, the standard deviation of the bell
 */
record Wave(double amplitude, double centre, double width) {

  private static final double AMPLITUDE_VARIATION = 0.15;
  private static final double CENTRE_VARIATION = 0.025;
  private static final double WIDTH_VARIATION = 0.08;

  double at(double time) {
    double z = (time - centre) / width;
    return amplitude * Math.exp(-z * z / 2);
  }

  /**
   * This wave in another beat: amplitude and width change by a factor, so they keep their sign.
   *
   * @param pace stretches the time from the R wave
   * @param normal standard normal numbers
   */
  Wave varied(double pace, ContinuousSampler normal) {
    return new Wave(
        amplitude * Math.exp(AMPLITUDE_VARIATION * normal.sample()),
        centre * pace * (1 + CENTRE_VARIATION * normal.sample()),
        width * Math.exp(WIDTH_VARIATION * normal.sample()));
  }
}
