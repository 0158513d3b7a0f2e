package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;

/** Training samples from all over a set, as many as memory and time allow. */
final class Chosen {

  /** Of all chosen samples together: fewer of larger ones. */
  private static final int MOST_VALUES = 1 << 23;

  private static final int FEWEST_SAMPLES = 50;

  /** Larger samples would leave too few. */
  static final int MAX_VALUES = MOST_VALUES / FEWEST_SAMPLES;

  private Chosen() {}

  /**
   * At most so many samples; always the same ones.
   *
   * @throws DataException when samples have more than 167,772 values
   */
  static MemoryDataset of(Dataset data, int most) {
    int size = data.shape().size();
    if (size > MAX_VALUES) {
      throw new DataException(
          "%s has %d values a sample, baselines are for at most %d; resize it"
              .formatted(data.name(), size, MAX_VALUES));
    }
    return data.spread(Math.min(most, MOST_VALUES / size)).inMemory();
  }
}
