package dev.stranger;

import java.util.Arrays;
import java.util.function.Consumer;

/** Gathers the samples of a cursor into batches. */
final class Batches {

  /** Of a batch, 64 MiB: fewer samples when they are large. */
  private static final int MOST_VALUES = 1 << 24;

  private Batches() {}

  /**
   * @param size how many samples are expected
   */
  static void fill(
      Cursor cursor, long size, int sampleSize, int batchSize, Consumer<Batch> consumer) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("a batch needs at least 1 sample, got " + batchSize);
    }
    int most = Math.min(batchSize, Math.max(1, MOST_VALUES / sampleSize));
    long left = size;
    int wanted;
    int count;
    do {
      // One more than expected is asked for: a reader checks the end of its file only then.
      wanted = (int) Math.max(1, Math.min(most, left));
      float[] values = new float[wanted * sampleSize];
      int[] labels = new int[wanted];
      count = 0;
      while (count < wanted && cursor.next(values, count * sampleSize)) {
        labels[count++] = cursor.label();
      }
      if (count > 0) {
        consumer.accept(
            new Batch(
                count,
                count < wanted ? Arrays.copyOf(values, count * sampleSize) : values,
                count < wanted ? Arrays.copyOf(labels, count) : labels));
      }
      left -= count;
    } while (count == wanted);
  }
}
