package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Plural;
import java.util.BitSet;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.CombinationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Training sets with a known share of outliers: all samples of a normal set, behind them some of
 * another, drawn at random. Training shuffles its samples; whoever takes the first ones of such a
 * set gets no outliers.
 */
public final class Contaminated {

  private Contaminated() {}

  /**
   * @param share of the samples of the new set that are outliers
   * @param seed says which ones are drawn
   * @throws DataException when the sets differ in shape or range, or there are too few outliers
   */
  public static Dataset of(Dataset normal, Dataset outliers, double share, long seed) {
    if (!(share >= 0 && share < 1)) {
      throw new DataException(
          "a share of outliers must be at least 0 and less than 1, got " + share);
    }
    long count = Math.round(share / (1 - share) * normal.size());
    if (count == 0) {
      return normal;
    }
    if (count > outliers.size()) {
      throw new DataException(
          "a share of %s among %s of %s needs %s, %s has %d; take a smaller share"
              .formatted(
                  share,
                  Plural.of(normal.size(), "sample"),
                  normal.name(),
                  Plural.of(count, "outlier"),
                  outliers.name(),
                  outliers.size()));
    }
    BitSet drawn = draw(Math.toIntExact(outliers.size()), (int) count, seed);
    return Concatenation.of(
        "%s with a share of %s of %s".formatted(normal.name(), share, outliers.name()),
        List.of(normal, outliers.where(index -> drawn.get((int) index))));
  }

  private static BitSet draw(int size, int count, long seed) {
    UniformRandomProvider random =
        RandomSource.PHILOX_4X64.create(new long[] {seed, 0, 0, 0, 0, 0});
    BitSet drawn = new BitSet();
    for (int index : new CombinationSampler(random, size, count).sample()) {
      drawn.set(index);
    }
    return drawn;
  }
}
