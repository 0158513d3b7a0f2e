package dev.stranger.data.generate;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Records heartbeats: 0.8 seconds around the R wave at 175 samples a second, standardised. */
final class HeartbeatMaker implements SampleMaker {

  static final int STEPS = 140;

  private static final double STEPS_PER_SECOND = 175;
  private static final double SECONDS_BEFORE_R = 0.3;

  /** Standard deviations: of the length of a beat as a factor, and of the R wave in seconds. */
  private static final double PACE_VARIATION = 0.06;

  private static final double ALIGNMENT_ERROR = 0.003;

  /** In millivolts. */
  private static final double WANDER = 0.08;

  private static final double NOISE = 0.02;

  private final List<HeartbeatKind> kinds;
  private final RandomStreams streams;
  private final double[] signal = new double[STEPS];

  HeartbeatMaker(List<HeartbeatKind> kinds, long seed) {
    this.kinds = kinds;
    streams = RandomStreams.of(seed, kinds);
  }

  @Override
  public int make(long index, float[] target, int offset) {
    UniformRandomProvider random = streams.at(index);
    HeartbeatKind kind = kinds.get(random.nextInt(kinds.size()));
    trace(kind, random);
    standardise(target, offset);
    return kind.ordinal();
  }

  private void trace(HeartbeatKind kind, UniformRandomProvider random) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    double pace = 1 + PACE_VARIATION * normal.sample();
    double shift = ALIGNMENT_ERROR * normal.sample();
    List<Wave> waves = kind.waves().stream().map(wave -> wave.varied(pace, normal)).toList();
    Oscillation wander = Oscillation.random(WANDER, 0.15, 0.4, random);
    Oscillation ripple = Oscillation.random(kind.ripple(), 5, 9, random);
    Oscillation overtone = Oscillation.random(kind.ripple() / 2, 9, 14, random);
    for (int i = 0; i < STEPS; i++) {
      double time = i / STEPS_PER_SECOND - SECONDS_BEFORE_R - shift;
      double value = wander.at(time) + ripple.at(time) + overtone.at(time);
      for (Wave wave : waves) {
        value += wave.at(time);
      }
      signal[i] = value + NOISE * normal.sample();
    }
  }

  /** To zero mean and unit deviation, as the series of the UCR archive are. */
  private void standardise(float[] target, int offset) {
    double sum = 0;
    double squares = 0;
    for (double value : signal) {
      sum += value;
      squares += value * value;
    }
    double mean = sum / STEPS;
    double deviation = Math.sqrt(squares / STEPS - mean * mean);
    for (int i = 0; i < STEPS; i++) {
      target[offset + i] = (float) ((signal[i] - mean) / deviation);
    }
  }
}
