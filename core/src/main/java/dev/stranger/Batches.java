package dev.stranger;

import java.util.Arrays;
import java.util.function.Consumer;

/** Gathers the samples of a cursor into batches. */
final class Batches {

  private Batches() {}

  static void fill(Cursor cursor, int sampleSize, int batchSize, Consumer<Batch> consumer) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("a batch needs at least 1 sample, got " + batchSize);
    }
    int count;
    do {
      float[] values = new float[Math.multiplyExact(batchSize, sampleSize)];
      int[] labels = new int[batchSize];
      count = 0;
      while (count < batchSize && cursor.next(values, count * sampleSize)) {
        labels[count++] = cursor.label();
      }
      if (count > 0) {
        consumer.accept(
            new Batch(
                count,
                count < batchSize ? Arrays.copyOf(values, count * sampleSize) : values,
                count < batchSize ? Arrays.copyOf(labels, count) : labels));
      }
    } while (count == batchSize);
  }
}
