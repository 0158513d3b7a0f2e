package dev.stranger.table;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers as text files write them: {@code [+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?}. Java's own
 * parsers understand its source code too, such as {@code 1f}, {@code 3D} and {@code 0x1p3}.
 */
public final class PlainNumber {

  private static final String ALPHABET = "0123456789+-.eE";

  private PlainNumber() {}

  /** The nearest float, infinite when it is too large; NaN when the text is no number. */
  public static float toFloat(String text) {
    try {
      return isPlain(text) ? Float.parseFloat(text) : Float.NaN;
    } catch (NumberFormatException e) {
      return Float.NaN;
    }
  }

  /** As {@link #toFloat}, in double. */
  public static double toDouble(String text) {
    try {
      return isPlain(text) ? Double.parseDouble(text) : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** A number for people, with five digits at most. */
  static String text(float value) {
    if (!Float.isFinite(value)) {
      return Float.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(5)).stripTrailingZeros();
    double size = Math.abs(value);
    return size == 0 || size >= 1e-4 && size < 1e7
        ? rounded.toPlainString()
        : rounded.toString().replace("E+", "E");
  }

  /** What Java's parsers know beyond plain numbers takes other letters; a pattern would be slow. */
  private static boolean isPlain(String text) {
    String number = text.strip();
    for (int i = 0; i < number.length(); i++) {
      if (ALPHABET.indexOf(number.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }
}
