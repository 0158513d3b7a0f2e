package dev.stranger.train.suspect;

import dev.stranger.IndexedDataset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Samples in an order that looks random, but depends on their values and the seed alone: the same
 * samples in another order have the same suspects.
 */
final class RandomOrder {

  /** Odd, and its products look random: 2^64 divided by the golden ratio. */
  static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private RandomOrder() {}

  /**
   * @param positions of some samples
   * @return the same positions, ordered
   */
  static int[] of(IndexedDataset data, int[] positions, long seed) {
    long[] keys =
        Arrays.stream(positions)
            .parallel()
            .mapToLong(position -> mixed(seed, Arrays.hashCode(data.sample(position))))
            .toArray();
    int[] byKey = sorted(keys);
    // Copies of a sample lie apart, so that some of them are among the first ones.
    long[] apart = new long[keys.length];
    for (int i = 0, copy = 0; i < byKey.length; i++) {
      copy = i > 0 && keys[byKey[i]] == keys[byKey[i - 1]] ? copy + 1 : 0;
      apart[byKey[i]] = mixed(keys[byKey[i]], copy);
    }
    return Arrays.stream(sorted(apart)).map(i -> positions[i]).toArray();
  }

  private static int[] sorted(long[] keys) {
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparingLong(i -> keys[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static long mixed(long seed, long value) {
    long mixed = (seed ^ value * MULTIPLIER) * MULTIPLIER;
    mixed = (mixed ^ mixed >>> 31) * MULTIPLIER;
    return mixed ^ mixed >>> 29;
  }
}
