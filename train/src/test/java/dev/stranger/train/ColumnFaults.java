package dev.stranger.train;

import dev.stranger.ColumnReason;
import dev.stranger.MemoryDataset;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Puts a fault into one column at a time of rows that pass, and counts how often the explanation of
 * the rows that are flagged then names that column first, or among the first three.
 *
 * @param learned the rows that the detector knows
 * @param clean other normal rows
 */
record ColumnFaults(Detector detector, MemoryDataset learned, MemoryDataset clean, int count) {

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
    List<float[]> flagged = new ArrayList<>();
    int tried = 0;
    for (int i = 0; i < clean.size() && tried < count; i++) {
      float[] row = clean.sample(i).clone();
      if (detector.judge(row).ood()) {
        continue;
      }
      tried++;
      row[column] = faulty(fault, column, row[column], random);
      Verdict verdict = detector.judge(row);
      if (verdict.ood()) {
        flagged.add(row);
      }
    }
    int first = 0;
    int amongThree = 0;
    String name = learned.columns().get(column).name();
    for (float[] row : flagged) {
      List<ColumnReason> reasons = detector.explain(row).columns();
      first += !reasons.isEmpty() && reasons.get(0).column().name().equals(name) ? 1 : 0;
      amongThree +=
          reasons.stream().limit(3).anyMatch(reason -> reason.column().name().equals(name)) ? 1 : 0;
    }
    return new Found(tried, flagged.size(), first, amongThree);
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
