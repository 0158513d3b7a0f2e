package dev.stranger.train.baseline;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.List;
import java.util.Random;

/**
 * Rows of three labels, each around a corner of its own; rows in the middle between all corners are
 * strangers to them.
 *
 * @param distance of a corner from the middle, in deviations
 */
record Clusters(int rows, long seed, double distance) implements Dataset {

  private static final int CLASSES = 3;
  private static final int COLUMNS = 6;

  static MemoryDataset normal(int rows, long seed) {
    return new Clusters(rows, seed, 6).inMemory();
  }

  static MemoryDataset strange(int rows, long seed) {
    return new Clusters(rows, seed, 0).inMemory();
  }

  @Override
  public Header header() {
    return new Header(
        "clusters", Shape.of(COLUMNS), Range.ANY, rows, List.of("none", "red", "green", "blue"));
  }

  @Override
  public Cursor open() {
    Random random = new Random(seed);
    return new Cursor() {
      private int index = -1;

      @Override
      public boolean next(float[] target, int offset) {
        if (++index == rows) {
          return false;
        }
        for (int i = 0; i < COLUMNS; i++) {
          double corner = i == index % CLASSES ? distance : 0;
          target[offset + i] = (float) (corner + random.nextGaussian());
        }
        return true;
      }

      @Override
      public int label() {
        return 1 + index % CLASSES;
      }

      @Override
      public void close() {}
    };
  }
}
