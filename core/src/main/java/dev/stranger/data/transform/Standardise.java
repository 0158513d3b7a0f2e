package dev.stranger.data.transform;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;

/**
 * Gives every column of a table mean 0 and deviation 1. The statistics come from the data a
 * detector learns from and travel with it, so that new rows are prepared alike. A constant column
 * is only centred.
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
    int size = data.shape().size();
    double[] means = new double[size];
    double[] squares = new double[size];
    float[] sample = new float[size];
    long count = 0;
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        count++;
        for (int i = 0; i < size; i++) {
          double delta = sample[i] - means[i];
          means[i] += delta / count;
          squares[i] += delta * (sample[i] - means[i]);
        }
      }
    }
    double[] deviations = new double[size];
    for (int i = 0; i < size; i++) {
      double deviation = Math.sqrt(squares[i] / count);
      deviations[i] = deviation > 0 ? deviation : 1;
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
    if (input.shape().size() != means.length) {
      throw new DataException(
          "%s has %d values a sample, the stored statistics are for %d"
              .formatted(input.name(), input.shape().size(), means.length));
    }
    return input.withValues(input.shape(), Range.ANY);
  }

  @Override
  public void apply(Shape shape, float[] source, float[] target, int offset) {
    for (int i = 0; i < means.length; i++) {
      target[offset + i] = finite((source[i] - means[i]) / deviations[i]);
    }
  }

  /** A nearly constant column may send a new value beyond the floats. */
  private static float finite(double value) {
    return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
  }
}
