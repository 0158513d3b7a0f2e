package dev.stranger.table;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A column of a table, and what its number in a sample means. A gap is {@code NaN} in every kind of
 * column. Serializable, so that engines for large data can send it to their workers.
 *
 * @param name as in the header of the table, or its number counted from 1
 * @param categories of a {@link Kind#CATEGORY}, the most frequent first; empty for other kinds
 * @param spelling how text stands for a number or a time
 */
public record Column(String name, Kind kind, List<String> categories, Spelling spelling)
    implements Serializable {

  /** What a column holds. */
  public enum Kind {
    /** Any finite number. */
    NUMBER,
    /** The position of a text in {@link Column#categories()}, or {@link Column#unseen()}. */
    CATEGORY,
    /** Days since 1970-01-01T00:00, with a fraction for the time of day. */
    TIME
  }

  /** What text alone does not tell: whether 03/04/2025 is in March, and whether 1,234 is small. */
  public enum Spelling {
    /** Numbers with a point, and times that can be read in one way alone. */
    PLAIN,
    /** Numbers with a decimal comma, such as {@code 1,5}. */
    COMMA,
    /** Dates such as {@code 31/12/2025}. */
    DAY_FIRST,
    /** Dates such as {@code 12/31/2025}. */
    MONTH_FIRST;

    boolean fits(Kind kind) {
      return switch (this) {
        case PLAIN -> true;
        case COMMA -> kind == Kind.NUMBER;
        case DAY_FIRST, MONTH_FIRST -> kind == Kind.TIME;
      };
    }
  }

  public Column {
    categories = List.copyOf(categories);
    if (kind == Kind.CATEGORY ? categories.isEmpty() : !categories.isEmpty()) {
      throw new IllegalArgumentException(
          "column '%s' of kind %s has %d categories".formatted(name, kind, categories.size()));
    }
    if (!spelling.fits(kind)) {
      throw new IllegalArgumentException(
          "column '%s' of kind %s has the spelling %s".formatted(name, kind, spelling));
    }
  }

  public Column(String name, Kind kind, List<String> categories) {
    this(name, kind, categories, Spelling.PLAIN);
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

  /** Columns without names, which are called 1, 2 and so on. */
  public static List<Column> numbers(int count) {
    return numbers(IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList());
  }

  public static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  public Column with(Spelling spelling) {
    return new Column(name, kind, categories, spelling);
  }

  /**
   * The value as people write it: a category by its text, a time as a date, a number with five
   * digits.
   */
  public String text(float value) {
    if (Float.isNaN(value)) {
      return "no value";
    }
    return switch (kind) {
      case NUMBER -> PlainNumber.text(value);
      case CATEGORY ->
          value >= 0 && value < categories.size() && value == Math.floor(value)
              ? categories.get((int) value)
              : "an unknown text";
      case TIME -> TimeText.of(value);
    };
  }

  /** What its fields have to be, as complaints say it. */
  public String expected() {
    return switch (spelling) {
      case PLAIN -> kind == Kind.TIME ? "a date such as 2025-12-31" : "a finite number such as 1.5";
      case COMMA -> "a finite number with a decimal comma";
      case DAY_FIRST -> "a date with the day first";
      case MONTH_FIRST -> "a date with the month first";
    };
  }

  /** The number of every category that was not there when the detector was trained. */
  public float unseen() {
    return categories.size();
  }
}
