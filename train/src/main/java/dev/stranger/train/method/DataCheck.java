package dev.stranger.train.method;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.IndexedDataset;
import dev.stranger.Range;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.net.Loss;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What must hold of data before a network may learn from it. */
public final class DataCheck {

  private DataCheck() {}

  /**
   * Refuses what is not a finite number; readers do too, but data may come from a program.
   *
   * @param gaps whether {@code NaN} is a gap, as in tables
   */
  static void requireFinite(IndexedDataset data, boolean gaps) {
    String wrong = first(data, value -> !Float.isFinite(value) && !(gaps && Float.isNaN(value)));
    if (wrong != null) {
      throw new DataException(wrong + "; remove or replace it");
    }
  }

  /**
   * Refuses columns that floats cannot scale: their values differ, but by too little or too much.
   *
   * @throws DataException for the first such column
   */
  public static void requireScales(IndexedDataset data) {
    if (data.shape().rank() != 1) {
      return;
    }
    float[] least = new float[data.shape().size()];
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    float[] largest = new float[least.length];
    Arrays.fill(largest, Float.NEGATIVE_INFINITY);
    float[] row = new float[least.length];
    try (Cursor cursor = data.open()) {
      while (cursor.next(row, 0)) {
        for (int i = 0; i < row.length; i++) {
          least[i] = row[i] < least[i] ? row[i] : least[i]; // a gap is neither
          largest[i] = row[i] > largest[i] ? row[i] : largest[i];
        }
      }
    }
    for (int i = 0; i < row.length; i++) {
      requireScale(data, i, (double) largest[i] - least[i]);
    }
  }

  /**
   * @param apart the largest and the least value of the column; less than zero if it has none
   */
  private static void requireScale(IndexedDataset data, int column, double apart) {
    boolean isFinite = Double.isFinite(apart); // others are named with their sample later
    boolean isLost = apart > 0 && apart < Float.MIN_NORMAL || apart > Float.MAX_VALUE;
    if (isFinite && isLost) {
      String name = data.columns().isEmpty() ? "" + column : data.columns().get(column).name();
      throw new DataException(
          "the values of column '%s' of %s differ by %.1e at most, too %s for a float; rescale the"
                  .formatted(name, data.name(), apart, apart < 1 ? "little" : "much")
              + " column or drop it");
    }
  }

  /** Refuses data in which every sample is the same. */
  static void requireVariety(IndexedDataset data) {
    float[] first = data.sample(0);
    float[] sample = new float[first.length];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        if (!Arrays.equals(sample, first)) {
          return;
        }
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
  static Loss loss(IndexedDataset data, LossChoice choice, Ranks ranks) {
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

  private static boolean isUnit(IndexedDataset data) {
    return data.shape().isImage() && firstOutside(data) == null;
  }

  /**
   * @param why they must lie in [0,1], and what to do
   */
  static void requireUnit(IndexedDataset data, String why) {
    String outside = firstOutside(data);
    if (outside != null) {
      throw new DataException(outside + "; " + why);
    }
  }

  private static @Nullable String firstOutside(IndexedDataset data) {
    return first(data, value -> !(value >= 0 && value <= 1));
  }

  private interface Test {
    boolean isWrong(float value);
  }

  /** The first sample with a wrong value, in words; null when there is none. */
  private static @Nullable String first(IndexedDataset data, Test test) {
    float[] sample = new float[data.shape().size()];
    try (Cursor cursor = data.open()) {
      for (int i = 0; cursor.next(sample, 0); i++) {
        for (float value : sample) {
          if (test.isWrong(value)) {
            return "sample %d of %s has the value %s".formatted(i, data.name(), value);
          }
        }
      }
    }
    return null;
  }
}
