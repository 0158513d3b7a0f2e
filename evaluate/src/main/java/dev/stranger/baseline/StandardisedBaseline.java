package dev.stranger.baseline;

import dev.stranger.Shape;
import dev.stranger.prepare.Standardise;
import java.util.Arrays;

/**
 * A baseline that was fitted to standardised samples, and standardises those that it judges.
 *
 * @param shape of a sample
 */
record StandardisedBaseline(Baseline baseline, Standardise standardise, Shape shape)
    implements Baseline {

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
    return baseline.sampleSize();
  }

  @Override
  public double[] score(float[] samples, int count) {
    float[] standard = new float[samples.length];
    int whole =
        Math.min(count, samples.length / sampleSize()); // the baseline refuses what is missing
    for (int i = 0; i < whole; i++) {
      int from = i * sampleSize();
      float[] sample = Arrays.copyOfRange(samples, from, from + sampleSize());
      standardise.apply(shape, sample, standard, from);
    }
    return baseline.score(standard, count);
  }
}
