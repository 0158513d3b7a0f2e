package dev.stranger.baseline;

import dev.stranger.Shape;
import dev.stranger.Transform;
import java.util.Arrays;

/**
 * A baseline that was fitted to prepared samples, and prepares those that it judges.
 *
 * @param shape of a sample before
 */
record PreparedBaseline(Baseline baseline, Transform preparation, Shape shape) implements Baseline {

  @Override
  public String key() {
    return baseline.key();
  }

  @Override
  public String title() {
    return baseline.title();
  }

  @Override
  public int sampleSize() {
    return shape.size();
  }

  @Override
  public double[] score(float[] samples, int count) {
    int width = baseline.sampleSize();
    Blocks.requireAll(samples, count, sampleSize());
    float[] prepared = new float[count * width];
    for (int i = 0; i < count; i++) {
      int from = i * sampleSize();
      float[] sample = Arrays.copyOfRange(samples, from, from + sampleSize());
      preparation.apply(shape, sample, prepared, i * width);
    }
    return baseline.score(prepared, count);
  }
}
