package dev.stranger.table;

import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of the fields of one column into their numbers in a sample. Immutable and
 * thread-safe.
 */
public final class FieldReader {

  private static final Set<String> GAPS =
      Set.of("", "-", "--", "?", "\\n", "na", "n/a", "#n/a", "nan", "-nan", "null", "none", "nil");

  private static final int LONGEST_GAP = 4;

  private final Column column;
  private final Map<String, Float> codes = new HashMap<>();

  public FieldReader(Column column) {
    this.column = column;
    for (String category : column.categories()) {
      codes.put(category, (float) codes.size());
    }
  }

  /**
   * The number of a text; {@code NaN} for a gap, and infinite when the column cannot hold it. A
   * category can be any text.
   */
  public float read(String field) {
    String text = field.strip();
    if (isGap(text)) {
      return Float.NaN;
    }
    float value =
        switch (column.kind()) {
          case NUMBER -> number(text);
          case CATEGORY -> codes.getOrDefault(category(text), column.unseen());
          case TIME -> (float) TimeText.days(text, column.spelling());
        };
    return Float.isNaN(value) ? Float.POSITIVE_INFINITY : value;
  }

  /**
   * The number of what a program has instead of text, and otherwise as {@link #read}: a number, a
   * boolean, a time of {@code java.time}, or null for a gap. A number is no time, and the text of a
   * category.
   */
  public float value(@Nullable Object given) {
    return given instanceof Number number && column.kind() != Kind.CATEGORY
        ? column.kind() == Kind.NUMBER ? number.floatValue() : Float.POSITIVE_INFINITY
        : read(text(given));
  }

  /** As a file would have it. */
  private static String text(@Nullable Object given) {
    if (given instanceof Number number && number.doubleValue() == number.longValue()) {
      return Long.toString(number.longValue());
    }
    return given == null ? "" : given.toString();
  }

  private float number(String text) {
    float plain = column.spelling() == Spelling.PLAIN ? PlainNumber.toFloat(text) : Float.NaN;
    if (!Float.isNaN(plain)) {
      return plain;
    }
    return (float) MarkedNumber.toDouble(UnitSign.without(text), column.spelling());
  }

  /**
   * Whether a field holds nothing: it is empty, or one of the words that programs write for that,
   * such as {@code NA}, {@code null}, {@code NaN}, {@code -} and {@code ?}.
   */
  public static boolean isGap(String field) {
    String text = field.strip();
    return text.length() <= LONGEST_GAP && GAPS.contains(text.toLowerCase(Locale.ROOT));
  }

  /** The name of a category: {@code TRUE}, {@code True} and {@code true} are the same. */
  public static String category(String field) {
    String text = field.strip();
    return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
        ? text.toLowerCase(Locale.ROOT)
        : text;
  }
}
