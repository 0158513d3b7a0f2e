package dev.stranger;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Text that comes from files, made fit for a line on a screen. Names may hold line breaks, which
 * forge lines, and sequences that steer a terminal; both are shown as escapes, such as {@code \n}
 * or {@code \u001b}.
 */
public final class VisibleText {

  /** So many names stand in a line. */
  public static final int FEW = 8;

  private static final int LONG = 60;

  private VisibleText() {}

  /** The text without anything that a terminal would not show. */
  public static String of(String text) {
    if (text.codePoints().noneMatch(VisibleText::isHidden)) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (isHidden(c)) {
                visible.append(escaped(c));
              } else {
                visible.appendCodePoint(c);
              }
            });
    return visible.toString();
  }

  /** Also what turns the direction of writing around, which hides the end of a name. */
  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\u%04x".formatted(c);
    };
  }

  /** The first few of many names, and how many more there are. */
  public static String some(Collection<?> names) {
    return some(names, names.size());
  }

  /**
   * The same where only the first of them are at hand.
   *
   * @param names the first {@link #FEW}, or more
   * @param all how many there are
   */
  public static String some(Collection<?> names, long all) {
    String few =
        names.stream()
            .limit(FEW)
            .map(name -> shortened(String.valueOf(name), LONG))
            .collect(Collectors.joining(", "));
    return all <= FEW ? "[%s]".formatted(few) : "[%s and %,d more]".formatted(few, all - FEW);
  }

  /** At most so many characters, the last ones among them, where a message has its remedy. */
  static String shortened(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int tail = length / 3;
    return text.substring(0, length - tail - 5) + " ... " + text.substring(text.length() - tail);
  }
}
