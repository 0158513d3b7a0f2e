package dev.stranger.data.alter;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/** Random orders. */
final class Order {

  private Order() {}

  /** Any order of {@code size} things, two or more, but the one they are in. */
  static int[] changed(int size, UniformRandomProvider random) {
    int[] natural = PermutationSampler.natural(size);
    int[] order = natural.clone();
    while (Arrays.equals(order, natural)) {
      PermutationSampler.shuffle(random, order);
    }
    return order;
  }
}
