package dev.stranger.prepare;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.prepare.NumberFact.Reading;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Fits a {@link TableEncoding} to rows, in two passes and with sums in double. */
public final class TableFit {

  /** Sine and cosine of what hardly varies are not blown up. */
  private static final double SMALLEST_ON_CIRCLE = 0.1;

  /** Below this deviation, weekday or hour are the same in all rows, but for rounding. */
  private static final double SAME = 1e-3;

  /**
   * Where no row has a gap, one counts as a number twice as far out as the farthest, and as this
   * many deviations at least.
   */
  private static final double FEWEST_DEVIATIONS = 10;

  /** So that a place can be told from an empty one. */
  private static final double SMALLEST_SQUARE = 0.01;

  /** Rows that can be gone through again. */
  @FunctionalInterface
  public interface Rows {
    void forEach(Consumer<float[]> consumer);
  }

  /** What several machines know together, each of which has some of the rows. */
  public interface Together {

    /** Nobody else has rows. */
    Together ALONE =
        new Together() {
          @Override
          public double[] sum(double[] own) {
            return own;
          }

          @Override
          public double[] largest(double[] own) {
            return own;
          }
        };

    double[] sum(double[] own);

    double[] largest(double[] own);
  }

  private final List<Column> columns;
  private final Rows rows;
  private final Together together;

  private TableFit(List<Column> columns, Rows rows, Together together) {
    this.columns = columns;
    this.rows = rows;
    this.together = together;
  }

  /** To all rows of a table. */
  public static TableEncoding of(Dataset table) {
    Rows rows =
        consumer -> {
          float[] row = new float[table.shape().size()];
          try (Cursor cursor = table.open()) {
            while (cursor.next(row, 0)) {
              consumer.accept(row);
            }
          }
        };
    return of(table.columns(), rows, Together.ALONE);
  }

  public static TableEncoding of(List<Column> columns, Rows rows, Together together) {
    return new TableFit(columns, rows, together).fit();
  }

  /** A reading of a column, before anything is known of its values. */
  private record Candidate(int column, Reading reading) {}

  private TableEncoding fit() {
    List<CategoryFacts> unsized = unsized();
    double[] tally = tally(unsized);
    double count = tally[columns.size()];
    List<GapFlag> flags = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() != Kind.CATEGORY && tally[column] > 0) {
        flags.add(new GapFlag(column, size(-2 * Math.log(tally[column] / count))));
      }
    }
    List<CategoryFacts> categories = new ArrayList<>();
    int at = columns.size() + 1;
    for (CategoryFacts places : unsized) {
      double[] counts = Arrays.copyOfRange(tally, at, at + places.width());
      categories.add(new CategoryFacts(places.column(), sizes(counts, count)));
      at += places.width();
    }
    return new TableEncoding(columns, numbers(tally, count), flags, categories);
  }

  private List<CategoryFacts> unsized() {
    List<CategoryFacts> unsized = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() == Kind.CATEGORY) {
        unsized.add(new CategoryFacts(column, new float[width(columns.get(column))]));
      }
    }
    return unsized;
  }

  /** The gaps of each column, the number of rows, and how often each place of a category is. */
  private double[] tally(List<CategoryFacts> categories) {
    int places = categories.stream().mapToInt(CategoryFacts::width).sum();
    double[] own = new double[columns.size() + 1 + places];
    rows.forEach(
        row -> {
          for (int column = 0; column < row.length; column++) {
            own[column] += Float.isNaN(row[column]) ? 1 : 0;
          }
          own[row.length]++;
          int at = row.length + 1;
          for (CategoryFacts category : categories) {
            own[at + category.place(row[category.column()])]++;
            at += category.width();
          }
        });
    return together.sum(own);
  }

  /** The values of all columns that are no categories, then what is read of times besides. */
  private List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() != Kind.CATEGORY) {
        candidates.add(new Candidate(column, Reading.VALUE));
      }
    }
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() == Kind.TIME) {
        for (Reading reading : Reading.values()) {
          if (reading != Reading.VALUE) {
            candidates.add(new Candidate(column, reading));
          }
        }
      }
    }
    return candidates;
  }

  /**
   * @param gaps of each column, and more
   */
  private List<NumberFact> numbers(double[] gaps, double count) {
    List<Candidate> candidates = candidates();
    double[] present =
        candidates.stream().mapToDouble(fact -> Math.max(1, count - gaps[fact.column])).toArray();
    double[] own = new double[present.length];
    forEach(candidates, (i, value) -> own[i] += value);
    double[] means = together.sum(own);
    Arrays.setAll(means, i -> means[i] / present[i]);
    double[] squares = new double[means.length];
    double[] farthest = new double[means.length];
    forEach(
        candidates,
        (i, value) -> {
          double centred = value - means[i];
          squares[i] += centred * centred;
          farthest[i] = Math.max(farthest[i], Math.abs(centred));
        });
    double[] deviations = together.sum(squares);
    Arrays.setAll(deviations, i -> Math.sqrt(deviations[i] / present[i]));
    double[] ends = together.largest(farthest);
    List<NumberFact> numbers = new ArrayList<>();
    for (int i = 0; i < means.length; i++) {
      Candidate fact = candidates.get(i);
      if (fact.reading == Reading.VALUE) {
        NumberScale scale = scale(means[i], deviations[i]);
        double far = Math.max(FEWEST_DEVIATIONS, 2 * ends[i] / scale.deviation());
        float gap = gaps[fact.column] > 0 ? 0 : TableEncoding.bounded((float) far);
        numbers.add(new NumberFact(fact.column, fact.reading, scale, gap));
      } else if (varies(candidates, deviations, fact)) {
        NumberScale scale = scale(means[i], Math.max(SMALLEST_ON_CIRCLE, deviations[i]));
        numbers.add(new NumberFact(fact.column, fact.reading, scale, 0));
      }
    }
    return numbers;
  }

  /** A constant column is only centred. */
  private static NumberScale scale(double mean, double deviation) {
    float positive = (float) deviation;
    return new NumberScale((float) mean, positive > 0 ? positive : 1);
  }

  /** Whether sine or cosine of the same circle do. */
  private static boolean varies(List<Candidate> candidates, double[] deviations, Candidate own) {
    for (int i = 0; i < deviations.length; i++) {
      Candidate other = candidates.get(i);
      boolean sameCircle =
          other.column == own.column
              && other.reading != Reading.VALUE
              && other.reading.isOfWeek() == own.reading.isOfWeek();
      if (sameCircle && deviations[i] > SAME) {
        return true;
      }
    }
    return false;
  }

  /** Takes a reading that is there, and its position among the candidates. */
  private interface Visitor {
    void visit(int index, float value);
  }

  private void forEach(List<Candidate> candidates, Visitor visitor) {
    Candidate[] facts = candidates.toArray(Candidate[]::new);
    rows.forEach(
        row -> {
          for (int i = 0; i < facts.length; i++) {
            float value = row[facts[i].column];
            if (!Float.isNaN(value)) {
              visitor.visit(i, facts[i].reading.of(value));
            }
          }
        });
  }

  /**
   * @param counts of each place
   */
  private static float[] sizes(double[] counts, double count) {
    double[] squares = new double[counts.length];
    double mean = 0;
    for (int i = 0; i < counts.length; i++) {
      squares[i] = -2 * Math.log(Math.max(counts[i], 0.5) / count);
      mean += counts[i] / count * squares[i];
    }
    float[] sizes = new float[counts.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = size(squares[i] / Math.max(1, mean));
    }
    return sizes;
  }

  private static float size(double square) {
    return (float) Math.sqrt(Math.max(SMALLEST_SQUARE, square));
  }

  private static int width(Column column) {
    return column.categories().size() + CategoryFacts.MORE;
  }

  /** Whether samples are the rows of a table whose columns are known. */
  public static boolean isTable(Dataset data) {
    return data.shape().rank() == 1 && data.columns().size() == data.shape().size();
  }

  /**
   * The shape of prepared samples, known before they are read: a column of numbers counts as one
   * value, and would have a second one if it had gaps.
   */
  public static Shape plannedShape(Dataset data) {
    return isTable(data)
        ? Shape.of(data.columns().stream().mapToInt(TableFit::planned).sum())
        : data.shape();
  }

  private static int planned(Column column) {
    return switch (column.kind()) {
      case NUMBER -> 1;
      case TIME -> Reading.values().length;
      case CATEGORY -> width(column);
    };
  }
}
