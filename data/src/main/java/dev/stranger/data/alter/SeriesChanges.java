package dev.stranger.data.alter;

import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Alterations of series. */
final class SeriesChanges {

  /** Deviation of the noise, as a share of that of the channel. */
  private static final double NOISE = 0.3;

  /** Smoothing looks at a window of about a sixteenth of the steps. */
  private static final int WINDOWS = 16;

  private SeriesChanges() {}

  static float[] reversed(Sample sample) {
    int last = sample.channelSize() - 1;
    return sample.moved(step -> last - step);
  }

  static float[] halvesSwapped(Sample sample) {
    int steps = sample.channelSize();
    return sample.moved(step -> (step + steps / 2) % steps);
  }

  /** A quarter of the steps repeat the first of them, as from a sensor that hangs. */
  static float[] stuck(Sample sample, UniformRandomProvider random) {
    int steps = sample.channelSize();
    int length = steps / 4;
    int start = random.nextInt(steps - length + 1);
    return sample.moved(step -> step >= start && step < start + length ? start : step);
  }

  static float[] upsideDown(Sample sample) {
    return changed(sample, channel -> value -> 2 * channel.mean() - value);
  }

  static float[] doubled(Sample sample) {
    return changed(sample, channel -> value -> 2 * value - channel.mean());
  }

  static float[] noisy(Sample sample, UniformRandomProvider random) {
    ContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    return changed(
        sample, channel -> value -> value + NOISE * channel.deviation() * normal.sample());
  }

  private static float[] changed(Sample sample, Function<Channel, DoubleUnaryOperator> change) {
    float[] result = new float[sample.values().length];
    int steps = sample.channelSize();
    for (int start = 0; start < result.length; start += steps) {
      DoubleUnaryOperator ofChannel = change.apply(Channel.of(sample.values(), start, steps));
      for (int i = start; i < start + steps; i++) {
        result[i] = sample.clip(ofChannel.applyAsDouble(sample.values()[i]));
      }
    }
    return result;
  }

  /** The mean over a window around every step, which is shorter at both ends. */
  static float[] smoothed(Sample sample) {
    float[] result = new float[sample.values().length];
    int steps = sample.channelSize();
    int reach = Math.max(1, steps / WINDOWS / 2);
    for (int i = 0; i < result.length; i++) {
      int start = i - i % steps;
      int from = Math.max(start, i - reach);
      int to = Math.min(start + steps, i + reach + 1);
      result[i] = sample.clip(Channel.of(sample.values(), from, to - from).mean());
    }
    return result;
  }

  /** Mean and deviation of some values in a row. */
  private record Channel(double mean, double deviation) {

    static Channel of(float[] values, int from, int count) {
      double sum = 0;
      for (int i = from; i < from + count; i++) {
        sum += values[i];
      }
      double mean = sum / count;
      double squares = 0;
      for (int i = from; i < from + count; i++) {
        squares += (values[i] - mean) * (values[i] - mean);
      }
      return new Channel(mean, Math.sqrt(squares / count));
    }
  }
}
