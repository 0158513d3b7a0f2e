package dev.stranger.data.generate;

import org.apache.commons.rng.UniformRandomProvider;

/** {@code amplitude * sin(2 pi hertz t + phase)}. */
record Oscillation(double amplitude, double hertz, double phase) {

  /** One between two frequencies and with an amplitude of up to twice the typical one. */
  static Oscillation random(
      double typicalAmplitude, double minHertz, double maxHertz, UniformRandomProvider random) {
    return new Oscillation(
        typicalAmplitude * random.nextDouble(0, 2),
        random.nextDouble(minHertz, maxHertz),
        random.nextDouble(0, 2 * Math.PI));
  }

  double at(double seconds) {
    return amplitude * Math.sin(2 * Math.PI * hertz * seconds + phase);
  }
}
