package dev.stranger.baseline;

import java.util.stream.IntStream;

/** Work on many rows, a few at a time and on all cores. */
final class Blocks {

  /** Takes the rows from {@code first} to before {@code end}. */
  interface Block {
    void accept(int first, int end);
  }

  /** Enough rows to use a part of a matrix often while it is in the cache. */
  static final int SIZE = 32;

  private Blocks() {}

  /** How many samples to hand over at a time: enough for all cores, few enough for the memory. */
  static int batchSize(int sampleSize) {
    return Math.max(SIZE, Math.min(1024, (1 << 22) / sampleSize));
  }

  static void requireAll(float[] samples, int count, int sampleSize) {
    if (samples.length < (long) count * sampleSize) {
      throw new IllegalArgumentException(
          "%d samples of %d values do not fit into %d"
              .formatted(count, sampleSize, samples.length));
    }
  }

  /** All samples of a batch, which must be as long as they need. */
  static void forEach(float[] samples, int count, int sampleSize, Block block) {
    requireAll(samples, count, sampleSize);
    forEach(count, block);
  }

  static void forEach(int rows, Block block) {
    IntStream.range(0, (rows + SIZE - 1) / SIZE)
        .parallel()
        .forEach(i -> block.accept(i * SIZE, Math.min((i + 1) * SIZE, rows)));
  }
}
