package dev.stranger.train.loop;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Random numbers that depend on the seed and on what they are for, not on what came before. */
public final class SeededRandom {

  private SeededRandom() {}

  /** Those that shuffle an epoch. */
  public static UniformRandomProvider ofEpoch(long seed, long epoch) {
    return ofEpoch(seed, epoch, 0);
  }

  /** The same for one of several ranks. */
  static UniformRandomProvider ofEpoch(long seed, long epoch, int rank) {
    return of(seed, epoch, 0, rank);
  }

  /** Those that the noise of a rank's step is drawn with: none of them shuffles anything. */
  static UniformRandomProvider ofStep(long seed, long step, int rank) {
    return of(seed, step, 1, rank);
  }

  private static UniformRandomProvider of(long seed, long number, long purpose, int rank) {
    return RandomSource.PHILOX_4X64.create(new long[] {seed, 1, 0, number, purpose, rank});
  }

  /** The numbers below a size in random order. */
  public static int[] permutation(int size, UniformRandomProvider random) {
    int[] order = PermutationSampler.natural(size);
    PermutationSampler.shuffle(random, order);
    return order;
  }
}
