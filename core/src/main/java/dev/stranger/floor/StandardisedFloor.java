package dev.stranger.floor;

import dev.stranger.Shape;
import dev.stranger.data.transform.Standardise;
import java.util.Arrays;

/**
 * A floor that was fitted to standardised samples, and standardises those that it judges.
 *
 * @param shape of a sample
 */
record StandardisedFloor(Floor floor, Standardise standardise, Shape shape) implements Floor {

  @Override
  public String key() {
    return floor.key();
  }

  @Override
  public String title() {
    return floor.title();
  }

  @Override
  public int sampleSize() {
    return floor.sampleSize();
  }

  @Override
  public double[] score(float[] samples, int count) {
    float[] standard = new float[samples.length];
    int whole = Math.min(count, samples.length / sampleSize()); // the floor refuses what is missing
    for (int i = 0; i < whole; i++) {
      int from = i * sampleSize();
      float[] sample = Arrays.copyOfRange(samples, from, from + sampleSize());
      standardise.apply(shape, sample, standard, from);
    }
    return floor.score(standard, count);
  }
}
