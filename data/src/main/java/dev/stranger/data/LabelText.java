package dev.stranger.data;

import dev.stranger.table.PlainNumber;
import java.util.Comparator;

/** How labels of text files are written and listed. */
final class LabelText {

  /** Numbers by value, then words by alphabet: words have the value NaN, which comes last. */
  static final Comparator<String> ORDER =
      Comparator.comparingDouble(PlainNumber::toDouble).thenComparing(Comparator.naturalOrder());

  private LabelText() {}

  /** One spelling for one number: {@code 1}, {@code 1.0} and {@code 1.0000e+00} are the same. */
  static String canonical(String label) {
    double value = PlainNumber.toDouble(label);
    return value == (int) value ? Integer.toString((int) value) : label;
  }
}
