package dev.stranger;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Text that comes from files, made fit for a line on a screen. Names may hold line breaks, which
 * forge lines, and sequences that steer a terminal; both are shown as escapes, such as {@code \n}
 * or {@code \u001b}.
 */
public final class VisibleText {

  private static final int FEW = 8;
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
    String few =
        names.stream()
            .limit(FEW)
            .map(name -> shortened(String.valueOf(name), LONG))
            .collect(Collectors.joining(", "));
    return names.size() <= FEW
        ? "[%s]".formatted(few)
        : "[%s and %,d more]".formatted(few, names.size() - FEW);
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
