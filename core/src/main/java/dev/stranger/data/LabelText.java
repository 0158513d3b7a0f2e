package dev.stranger.data;

import java.util.Comparator;

/** How labels of text files are written and listed. */
final class LabelText {

  /** Numbers by value, then words by alphabet. */
  static final Comparator<String> ORDER =
      Comparator.comparing(LabelText::value).thenComparing(Comparator.naturalOrder());

  private LabelText() {}

  /** One spelling for one label: {@code 1}, {@code 1.0} and {@code 1.0000e+00} are the same. */
  static String canonical(String field) {
    String label = field.strip();
    double value = value(label);
    return value == (int) value ? Integer.toString((int) value) : label;
  }

  private static double value(String label) {
    try {
      return Double.parseDouble(label);
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }
}
