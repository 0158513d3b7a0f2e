package dev.stranger.train;

import dev.stranger.MemoryDataset;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Which samples are learnt from and which are held out, as positions in the data set, shuffled. */
record Split(int[] fit, int[] calibration) {

  static Split of(MemoryDataset data, CalibrationOptions options, long seed) {
    int size = Math.toIntExact(data.size());
    int held = options.sizeFor(data.name(), size);
    int[] order = permutation(size, random(seed, -1));
    int[] calibration = Arrays.copyOf(order, held);
    int[] fit = Arrays.copyOfRange(order, held, size);
    return new Split(fit, calibration);
  }

  /** The random numbers of an epoch: they depend on nothing that came before. */
  static UniformRandomProvider random(long seed, long epoch) {
    return RandomSource.PHILOX_4X64.create(new long[] {seed, 1, 0, epoch, 0, 0});
  }

  static int[] permutation(int size, UniformRandomProvider random) {
    int[] order = PermutationSampler.natural(size);
    PermutationSampler.shuffle(random, order);
    return order;
  }
}
