package dev.stranger.baseline;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.Random;

/** Gaussian samples. */
final class Clouds {

  private Clouds() {}

  /** Independent values, those at a position i with a standard deviation of i + 1. */
  static float[][] samples(int count, int size, long seed) {
    Random random = new Random(seed);
    float[][] samples = new float[count][size];
    for (float[] sample : samples) {
      for (int i = 0; i < size; i++) {
        sample[i] = (float) random.nextGaussian() * (i + 1);
      }
    }
    return samples;
  }

  static Dataset dataset(float[]... samples) {
    return MemoryDataset.of("cloud", Shape.of(samples[0].length), Range.ANY, samples);
  }
}
