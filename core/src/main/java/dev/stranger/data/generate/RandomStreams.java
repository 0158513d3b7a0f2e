package dev.stranger.data.generate;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * One independent stream of random numbers for every sample of a set.
 *
 * <p>Philox computes its numbers from a key and a counter alone, so any sample can be made without
 * those before it: the key is the seed, and the second word of the counter is the sample, which
 * leaves it 2<sup>66</sup> numbers before it meets the next one.
 */
final class RandomStreams {

  private RandomStreams() {}

  static UniformRandomProvider of(long seed, long index) {
    return RandomSource.PHILOX_4X64.create(new long[] {seed, 0, 0, index, 0, 0});
  }
}
