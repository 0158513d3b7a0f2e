package dev.stranger.data;

import dev.stranger.table.Column.Spelling;
import dev.stranger.table.PlainNumber;
import dev.stranger.table.TimeText;

/** The time of a step of a recording: a number, or a date with or without a time of day. */
final class RecordedTime {

  private static final double SECONDS = 86_400;

  private RecordedTime() {}

  static boolean isDate(String text) {
    return !Double.isNaN(seconds(text));
  }

  /** A number as it is, a date as seconds since 1970; NaN when the text is neither. */
  static double parse(String text) {
    double number = PlainNumber.toDouble(text);
    return Double.isNaN(number) ? seconds(text) : number;
  }

  /** A thousandth of a second is what is left of a day's fraction. */
  private static double seconds(String text) {
    return Math.rint(TimeText.days(text, Spelling.PLAIN) * SECONDS * 1000) / 1000;
  }
}
