package dev.stranger.prepare;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;

/**
 * Gives every column of a table mean 0 and deviation 1, and every channel of series or images as a
 * whole, so that it does not matter in which unit each was measured. The statistics come from the
 * data that is learned from, and new samples are prepared alike. A constant column is only centred.
 */
public final class Standardise implements Transform {

  private final double[] means;
  private final double[] deviations;

  private Standardise(double[] means, double[] deviations) {
    this.means = means;
    this.deviations = deviations;
  }

  /** Statistics that were stored earlier. */
  public static Standardise with(double[] means, double[] deviations) {
    if (means.length != deviations.length) {
      throw new IllegalArgumentException(
          means.length + " means do not go with " + deviations.length + " deviations");
    }
    for (double deviation : deviations) {
      if (!(deviation > 0)) {
        throw new IllegalArgumentException("a deviation must be positive, got " + deviation);
      }
    }
    return new Standardise(means.clone(), deviations.clone());
  }

  /** Computes the statistics in one pass, in double. */
  public static Standardise fit(Dataset data) {
    int groups = data.shape().dimensions().get(0);
    int groupSize = data.shape().size() / groups;
    double[] means = new double[groups];
    double[] squares = new double[groups];
    long[] counts = new long[groups];
    float[] sample = new float[data.shape().size()];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        for (int i = 0; i < sample.length; i++) {
          int group = i / groupSize;
          double delta = sample[i] - means[group];
          means[group] += delta / ++counts[group];
          squares[group] += delta * (sample[i] - means[group]);
        }
      }
    }
    double[] deviations = new double[groups];
    for (int group = 0; group < groups; group++) {
      double deviation = Math.sqrt(squares[group] / counts[group]);
      deviations[group] = deviation > 0 ? deviation : 1;
    }
    return new Standardise(means, deviations);
  }

  public double[] means() {
    return means.clone();
  }

  public double[] deviations() {
    return deviations.clone();
  }

  @Override
  public Header describe(Header input) {
    int groups = input.shape().dimensions().get(0);
    if (groups != means.length) {
      throw new DataException(
          "%s has %d columns or channels, the stored statistics are for %d"
              .formatted(input.name(), groups, means.length));
    }
    return input.withValues(input.shape(), Range.ANY);
  }

  @Override
  public void apply(Shape shape, float[] source, float[] target, int offset) {
    int groupSize = shape.size() / means.length;
    for (int i = 0; i < shape.size(); i++) {
      int group = i / groupSize;
      target[offset + i] = finite((source[i] - means[group]) / deviations[group]);
    }
  }

  /** A nearly constant column may send a new value beyond the floats. */
  private static float finite(double value) {
    return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
  }
}
