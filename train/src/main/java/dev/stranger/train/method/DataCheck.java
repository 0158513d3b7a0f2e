package dev.stranger.train.method;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.net.Loss;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What must hold of data before a network may learn from it. */
final class DataCheck {

  private DataCheck() {}

  /** Refuses what is not a finite number; readers do too, but data may come from a program. */
  static void requireFinite(MemoryDataset data) {
    for (int i = 0; i < data.size(); i++) {
      for (float value : data.sample(i)) {
        if (!Float.isFinite(value)) {
          throw new DataException(
              "sample %d of %s has the value %s; remove or replace it"
                  .formatted(i, data.name(), value));
        }
      }
    }
  }

  /** Refuses data in which every sample is the same. */
  static void requireVariety(MemoryDataset data) {
    float[] first = data.sample(0);
    for (int i = 1; i < data.size(); i++) {
      if (!Arrays.equals(data.sample(i), first)) {
        return;
      }
    }
    throw new DataException(
        "the %d samples of %s are all the same; there is nothing to learn from"
            .formatted(data.size(), data.name()));
  }

  /**
   * The loss that fits the values, or the one that was asked for.
   *
   * @param ranks each of which has some of the samples
   */
  static Loss loss(MemoryDataset data, LossChoice choice, Ranks ranks) {
    boolean unit = ranks.all(Range.UNIT.contains(data.range()) || isUnit(data));
    return switch (choice) {
      case AUTO -> unit ? Loss.CROSS_ENTROPY : Loss.SQUARED;
      case MSE -> unit ? Loss.SQUARED_IN_UNIT : Loss.SQUARED;
      case BCE -> {
        requireUnit(data, "the loss bce needs values in [0, 1]: scale them, or use mse");
        yield Loss.CROSS_ENTROPY;
      }
    };
  }

  private static boolean isUnit(MemoryDataset data) {
    return data.shape().isImage() && firstOutside(data) == null;
  }

  /**
   * @param why they must lie in [0,1], and what to do
   */
  static void requireUnit(MemoryDataset data, String why) {
    String outside = firstOutside(data);
    if (outside != null) {
      throw new DataException(outside + "; " + why);
    }
  }

  private static @Nullable String firstOutside(MemoryDataset data) {
    for (int i = 0; i < data.size(); i++) {
      for (float value : data.sample(i)) {
        if (!(value >= 0 && value <= 1)) {
          return "sample %d of %s has the value %s".formatted(i, data.name(), value);
        }
      }
    }
    return null;
  }
}
