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

/** Fits a {@link TableEncoding} to rows, in a few passes and with sums in double. */
public final class TableFit {

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
  private final boolean mayBend;

  private TableFit(List<Column> columns, Rows rows, Together together, boolean mayBend) {
    this.columns = columns;
    this.rows = rows;
    this.together = together;
    this.mayBend = mayBend;
  }

  /** To all rows of a table, with straight scales alone: what simple scores are used with. */
  public static TableEncoding straight(Dataset table) {
    return new TableFit(table.columns(), rows(table), Together.ALONE, false).fit();
  }

  /** To all rows of a table. */
  public static TableEncoding of(Dataset table) {
    return of(table.columns(), rows(table), Together.ALONE);
  }

  private static Rows rows(Dataset table) {
    return consumer -> {
      float[] row = new float[table.shape().size()];
      try (Cursor cursor = table.open()) {
        while (cursor.next(row, 0)) {
          consumer.accept(row);
        }
      }
    };
  }

  public static TableEncoding of(List<Column> columns, Rows rows, Together together) {
    return new TableFit(columns, rows, together, true).fit();
  }

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
      boolean[] trained = new boolean[counts.length];
      for (int i = 0; i < counts.length; i++) {
        trained[i] = counts[i] > 0;
      }
      categories.add(new CategoryFacts(places.column(), sizes(counts, count), trained));
      at += places.width();
    }
    List<NumberFact> numbers = new NumberFit(columns, rows, together, mayBend).fit(tally, count);
    return new TableEncoding(columns, numbers, flags, categories);
  }

  private List<CategoryFacts> unsized() {
    List<CategoryFacts> unsized = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() == Kind.CATEGORY) {
        int width = width(columns.get(column));
        unsized.add(new CategoryFacts(column, new float[width], new boolean[width]));
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
