package dev.stranger.data;

import dev.stranger.table.Column.Spelling;
import dev.stranger.table.MarkedNumber;
import dev.stranger.table.PlainNumber;
import dev.stranger.table.TimeText;

/** The fields of recordings: numbers with a decimal point or comma, and times. */
final class RecordingText {

  private static final double SECONDS_A_DAY = 86_400;
  private static final double MICROS = 1e6;

  private RecordingText() {}

  /** NaN when the text is no number. */
  static double number(String text) {
    double plain = PlainNumber.toDouble(text);
    return Double.isNaN(plain) ? comma(text) : plain;
  }

  /** A number with a decimal comma; NaN when the text is none. */
  static double comma(String text) {
    return MarkedNumber.toDouble(text, Spelling.COMMA);
  }

  /** Seconds since 1970; NaN when the text is no date in this spelling. */
  static double date(String text, Spelling spelling) {
    double seconds = SECONDS_A_DAY * TimeText.days(text, spelling);
    return Math.rint(seconds * MICROS) / MICROS; // a fraction of a day is not exact
  }

  /** Whether the text is a date in any spelling. */
  static boolean isDate(String text) {
    return !Double.isNaN(date(text, Spelling.DAY_FIRST))
        || !Double.isNaN(date(text, Spelling.MONTH_FIRST));
  }
}
