package dev.stranger.table;

import java.io.Serializable;
import java.util.List;

/**
 * A column of a table, and what its number in a sample means. A gap is {@code NaN} in every kind of
 * column. Serializable, so that engines for large data can send it to their workers.
 *
 * @param name as in the header of the table, or its number counted from 1
 * @param categories of a {@link Kind#CATEGORY}, the most frequent first; empty for other kinds
 */
public record Column(String name, Kind kind, List<String> categories) implements Serializable {

  /** What a column holds. */
  public enum Kind {
    /** Any finite number. */
    NUMBER,
    /** The position of a text in {@link Column#categories()}, or {@link Column#unseen()}. */
    CATEGORY,
    /** Days since 1970-01-01T00:00, with a fraction for the time of day. */
    TIME
  }

  public Column {
    categories = List.copyOf(categories);
    if (kind == Kind.CATEGORY ? categories.isEmpty() : !categories.isEmpty()) {
      throw new IllegalArgumentException(
          "column '%s' of kind %s has %d categories".formatted(name, kind, categories.size()));
    }
  }

  public static Column number(String name) {
    return new Column(name, Kind.NUMBER, List.of());
  }

  public static Column category(String name, List<String> categories) {
    return new Column(name, Kind.CATEGORY, categories);
  }

  public static Column time(String name) {
    return new Column(name, Kind.TIME, List.of());
  }

  public static List<Column> numbers(List<String> names) {
    return names.stream().map(Column::number).toList();
  }

  public static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  /** The number of every category that was not there when the detector was trained. */
  public float unseen() {
    return categories.size();
  }
}
