package dev.stranger.train.baseline;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.TestData;
import java.util.Random;

/** Sets for tests of generative models. */
final class Samples {

  private static final int PACE = 5;
  private static final int STEPS = 140 / PACE;

  private Samples() {}

  /** Heartbeats of 28 steps, which a recurrent network learns in a second. */
  static MemoryDataset shortBeats(String kind, int size, long seed) {
    String name = "heartbeats:%s,size=%d,seed=%d".formatted(kind, size, seed);
    MemoryDataset beats = TestData.open(name).inMemory();
    float[][] means = new float[size][STEPS];
    for (int i = 0; i < size; i++) {
      for (int step = 0; step < PACE * STEPS; step++) {
        means[i][step / PACE] += beats.sample(i)[step] / PACE;
      }
    }
    return MemoryDataset.of(name, Shape.of(1, STEPS), Range.ANY, means);
  }

  /** Images of 16 x 16 whose four quarters are black or white. */
  static MemoryDataset quarters(int size, long seed) {
    Random random = new Random(seed);
    float[][] images = new float[size][16 * 16];
    for (float[] image : images) {
      int white = random.nextInt(16);
      for (int i = 0; i < image.length; i++) {
        image[i] = white >> (2 * (i / 128) + i % 16 / 8) & 1;
      }
    }
    return MemoryDataset.of("quarters", Shape.image(1, 16, 16), Range.UNIT, images);
  }

  /** Each value from a row of its own: the same columns, and nothing that ties them together. */
  static MemoryDataset shuffledColumns(MemoryDataset table, long seed) {
    Random random = new Random(seed);
    int size = (int) table.size();
    float[][] rows = new float[size][table.shape().size()];
    for (float[] row : rows) {
      for (int column = 0; column < row.length; column++) {
        row[column] = table.sample(random.nextInt(size))[column];
      }
    }
    return MemoryDataset.of("shuffled", table.shape(), table.range(), rows);
  }

  /** The mean squared distance to the mean: what a model is off that always says the mean. */
  static double variance(MemoryDataset data) {
    double sum = 0;
    double count = data.size();
    for (int value = 0; value < data.shape().size(); value++) {
      double mean = 0;
      double square = 0;
      for (int i = 0; i < data.size(); i++) {
        mean += data.sample(i)[value] / count;
        square += data.sample(i)[value] * data.sample(i)[value] / count;
      }
      sum += square - mean * mean;
    }
    return sum;
  }
}
