package dev.stranger.data.generate;

import java.util.Collection;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * One independent stream of random numbers for every sample of a set.
 *
 * <p>Philox computes its numbers from a key and a counter alone, so any sample can be made without
 * those before it. The second word of the counter is the sample, which leaves it 2<sup>66</sup>
 * numbers before it meets the next one.
 *
 * @param seed first word of the key
 * @param variant second word of the key: sets of the same seed have nothing in common when they
 *     differ in it
 */
public record RandomStreams(long seed, long variant) {

  /** The streams of a set with samples of these kinds. */
  static RandomStreams of(long seed, Collection<? extends Enum<?>> kinds) {
    return new RandomStreams(seed, kinds.stream().mapToLong(kind -> 1L << kind.ordinal()).sum());
  }

  /**
   * The numbers of one sample.
   *
   * @param sample its position, or any other number that is its own
   */
  public UniformRandomProvider at(long sample) {
    return RandomSource.PHILOX_4X64.create(new long[] {seed, variant, 0, sample, 0, 0});
  }
}
