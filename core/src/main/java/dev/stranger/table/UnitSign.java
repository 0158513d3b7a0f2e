package dev.stranger.table;

import java.util.regex.Pattern;

/**
 * The sign of a currency or of percent beside a number, such as {@code $5}, {@code -€5} and {@code
 * 5 %}. The number counts, not the sign.
 */
public final class UnitSign {

  /** Where there is none. */
  public static final char NONE = 0;

  public static final char PERCENT = '%';

  /** No-break spaces too. */
  private static final Pattern BLANKS = Pattern.compile("^[\\s\u00a0\u202f]+|[\\s\u00a0\u202f]+$");

  private UnitSign() {}

  /** The sign at the beginning or the end of a field, or {@link #NONE}. */
  public static char in(String field) {
    int place = place(field);
    return place < 0 ? NONE : field.charAt(place);
  }

  /** The field without its sign. */
  public static String without(String field) {
    int place = place(field);
    return place < 0
        ? field
        : BLANKS.matcher(field.substring(0, place) + field.substring(place + 1)).replaceAll("");
  }

  private static int place(String field) {
    int last = field.length() - 1;
    if (last < 1) {
      return -1;
    }
    int first = field.charAt(0) == '-' || field.charAt(0) == '+' ? 1 : 0;
    return isCurrency(field.charAt(first))
        ? first
        : field.charAt(last) == PERCENT || isCurrency(field.charAt(last)) ? last : -1;
  }

  private static boolean isCurrency(char c) {
    return c == '$' || c > '9' && Character.getType(c) == Character.CURRENCY_SYMBOL;
  }
}
