package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.series.Clock;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Notices recordings that are read as something else: a file does not say what its rows are. */
final class WrongReading {

  private static final int SHORTEST_SERIES = 8;
  private static final int LOOKED_AT = 2000;
  private static final int FEWEST = 100;

  /** Correlation of values with those one row before: rows in no order have none. */
  private static final double SMOOTH = 0.7;

  private WrongReading() {}

  /**
   * @throws DataException when rows that are read as series are hardly any
   */
  static void refuse(Dataset samples) {
    Shape shape = samples.shape();
    if (shape.rank() != 2 || shape.channels() > 1 || samples.windows() != null) {
      return;
    }
    if (shape.size() < SHORTEST_SERIES) {
      throw new DataException(
          "each row of %s would be a series of %d steps, too short for one; if each row is a time"
                  .formatted(samples.name(), shape.size())
              + " step of a recording cut it into windows, if it is a row of a table leave --series"
              + " out",
          Remedy.WINDOW);
    }
    Optional<String> time =
        Column.names(samples.columns()).stream().filter(Clock::isName).findFirst();
    if (time.isPresent()) {
      throw new DataException(
          "%s has the column '%s', so its rows are time steps and no series; cut the recording into"
                  .formatted(samples.name(), time.get())
              + " windows, or drop the column",
          Remedy.WINDOW);
    }
  }

  /** What to tell whoever learns from rows that look like a recording, or pictures that do not. */
  static Optional<String> note(Dataset samples) {
    if (samples.shape().isImage()) {
      return noteOnPictures(samples);
    }
    if (samples.shape().rank() != 1 || samples.size() < FEWEST) {
      return Optional.empty();
    }
    MemoryDataset some = samples.first(LOOKED_AT).inMemory();
    return isTimed(some) || smoothness(some) > SMOOTH
        ? Optional.of(
            ("note: the rows of %s look like time steps of a recording, and each is judged alone; add"
                    + " %s to judge stretches of time")
                .formatted(samples.name(), Advice.on(Remedy.WINDOW)))
        : Optional.empty();
  }

  private static Optional<String> noteOnPictures(Dataset samples) {
    Shape shape = samples.shape();
    return shape.channels() == 1
            && samples.range().equals(Range.ANY)
            && hasNegative(samples.first(FEWEST).inMemory())
        ? Optional.of(
            ("note: the samples of %s are read as pictures of %dx%d, and have values below 0;"
                    + " if they are series of %d channels, add %s")
                .formatted(
                    samples.name(),
                    shape.height(),
                    shape.width(),
                    shape.height(),
                    Advice.on(Remedy.SERIES)))
        : Optional.empty();
  }

  private static boolean hasNegative(MemoryDataset some) {
    for (int i = 0; i < some.size(); i++) {
      for (float value : some.sample(i)) {
        if (value < 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isTimed(MemoryDataset rows) {
    return IntStream.range(0, rows.columns().size())
        .filter(i -> Clock.isName(rows.columns().get(i).name()))
        .anyMatch(
            column ->
                IntStream.range(1, (int) rows.size())
                    .allMatch(i -> rows.sample(i)[column] >= rows.sample(i - 1)[column]));
  }

  /** Of the column in the middle. */
  private static double smoothness(MemoryDataset rows) {
    double[] all =
        IntStream.range(0, rows.shape().size())
            .mapToDouble(column -> correlation(rows, column))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return all.length == 0 ? 0 : all[all.length / 2];
  }

  /** Not a number for a constant column, or one with gaps. */
  private static double correlation(MemoryDataset rows, int column) {
    double[] values =
        IntStream.range(0, (int) rows.size()).mapToDouble(i -> rows.sample(i)[column]).toArray();
    double mean = Arrays.stream(values).average().orElse(0);
    double products = 0;
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      squares += (values[i] - mean) * (values[i] - mean);
      products += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
    }
    return products / squares;
  }
}
