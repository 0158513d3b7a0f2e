package dev.stranger.train;

import dev.stranger.MemoryDataset;
import dev.stranger.score.Detector;
import dev.stranger.table.Column;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Puts a fault into one column at a time of rows that pass, and counts how often the explanation of
 * the rows that are flagged then names that column first, or among the first three.
 *
 * @param learned the rows that the detector knows
 * @param clean other normal rows
 */
record ColumnFaults(Detector detector, MemoryDataset learned, MemoryDataset clean) {

  /** With each fault in each column. */
  private static final int ROWS = 40;

  enum Fault {
    /** Four to eight deviations more or less. */
    SHIFT,
    /** The value of another row. */
    SWAP,
    /** A text that was never there. */
    UNSEEN,
    /** No value, in a column that had no gaps. */
    GAP
  }

  /**
   * How often the column was named.
   *
   * @param tried rows with a fault
   * @param flagged of these; only they count
   */
  record Found(int tried, int flagged, int first, int amongThree) {

    static final Found NONE = new Found(0, 0, 0, 0);

    Found plus(Found other) {
      return new Found(
          tried + other.tried,
          flagged + other.flagged,
          first + other.first,
          amongThree + other.amongThree);
    }

    double firstShare() {
      return flagged == 0 ? 1 : (double) first / flagged;
    }

    double amongThreeShare() {
      return flagged == 0 ? 1 : (double) amongThree / flagged;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%5d tried, %5d flagged, %5.1f %% first, %5.1f %% among three",
          tried,
          flagged,
          100 * firstShare(),
          100 * amongThreeShare());
    }
  }

  Found of(Fault fault) {
    Found all = Found.NONE;
    for (int column = 0; column < learned.columns().size(); column++) {
      all = all.plus(of(fault, column));
    }
    return all;
  }

  /** Nothing where a column cannot have such a fault. */
  Found of(Fault fault, int column) {
    if (!fits(fault, column)) {
      return Found.NONE;
    }
    Random random = new Random(31 * fault.ordinal() + column);
    return of(
        ROWS,
        row -> {
          row[column] = faulty(fault, column, row[column], random);
          return Set.of(learned.columns().get(column).name());
        });
  }

  /** Two shifts in a row: one of them must be named first, and both among the first three. */
  Found ofTwoShifts() {
    Random random = new Random(99);
    int[] numbers =
        IntStream.range(0, learned.columns().size())
            .filter(column -> fits(Fault.SHIFT, column))
            .toArray();
    return of(
        ROWS * numbers.length,
        row -> {
          int one = random.nextInt(numbers.length);
          int other = (one + 1 + random.nextInt(numbers.length - 1)) % numbers.length;
          for (int column : new int[] {numbers[one], numbers[other]}) {
            row[column] = faulty(Fault.SHIFT, column, row[column], random);
          }
          return Set.of(
              learned.columns().get(numbers[one]).name(),
              learned.columns().get(numbers[other]).name());
        });
  }

  /**
   * @param change puts faults into a row, and names their columns
   */
  private Found of(int rows, Function<float[], Set<String>> change) {
    Found found = Found.NONE;
    for (int i = 0; i < clean.size() && found.tried < rows; i++) {
      float[] row = clean.sample(i).clone();
      if (!detector.judge(row).ood()) {
        Set<String> faulty = change.apply(row);
        found = found.plus(detector.judge(row).ood() ? named(row, faulty) : new Found(1, 0, 0, 0));
      }
    }
    return found;
  }

  private Found named(float[] row, Set<String> faulty) {
    List<String> names =
        detector.explain(row).columns().stream()
            .map(reason -> reason.column().name())
            .limit(3)
            .toList();
    boolean isFirst = !names.isEmpty() && faulty.contains(names.get(0));
    return new Found(1, 1, isFirst ? 1 : 0, names.containsAll(faulty) ? 1 : 0);
  }

  private boolean fits(Fault fault, int column) {
    boolean isCategory = learned.columns().get(column).kind() == Column.Kind.CATEGORY;
    return switch (fault) {
      case SHIFT -> !isCategory;
      case SWAP -> true;
      case UNSEEN -> isCategory;
      case GAP -> {
        for (int i = 0; i < learned.size(); i++) {
          if (Float.isNaN(learned.sample(i)[column])) {
            yield false;
          }
        }
        yield true;
      }
    };
  }

  private float faulty(Fault fault, int column, float value, Random random) {
    float unit = detector.metadata().deviations().get(column);
    float far = (random.nextBoolean() ? 1 : -1) * (4 + 4 * random.nextFloat()) * unit;
    return switch (fault) {
      case SHIFT -> (Float.isNaN(value) ? learned.sample(0)[column] : value) + far;
      case SWAP -> clean.sample(random.nextInt((int) clean.size()))[column];
      case UNSEEN -> learned.columns().get(column).unseen();
      case GAP -> Float.NaN;
    };
  }
}
