package dev.stranger.series;

import dev.stranger.table.Column.Spelling;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * How the steps of recordings are timed.
 *
 * @param column name of the time column, empty when there is none
 * @param step from one step to the next: seconds between dates, else in the unit of the column; 0
 *     when there is no time column
 * @param dates whether times are dates, as seconds since 1970
 * @param spelling of dates such as 03/04/2025
 */
public record Clock(String column, double step, boolean dates, Spelling spelling) {

  /** Steps are counted, and not timed. */
  public static final Clock NONE = new Clock("", 0, false);

  /** What is off by no more than this share of a step is at the step. */
  public static final double JITTER = 0.1;

  /** Steps from one value to the next, at most: what lies farther apart is a gap. */
  public static final double MOST_APART = 3 + JITTER;

  private static final long MILLIS = 1000;
  private static final double[] UNITS = {86_400, 3_600, 60, 1, 1e-3};
  private static final String[] NAMES = {"d", "h", "min", "s", "ms"};

  private static final Pattern NAME =
      Pattern.compile("(?i)(.*[^a-z])?(time|timestamp|datetime|date|ts)([^a-z].*)?");

  /** Whether a column of this name is likely to hold times. */
  public static boolean isName(String column) {
    return NAME.matcher(column.strip()).matches();
  }

  /** With dates that can be read in one way alone. */
  public Clock(String column, double step, boolean dates) {
    this(column, step, dates, Spelling.PLAIN);
  }

  public Clock {
    if (column.isEmpty() ? step != 0 || dates : !(step > 0) || Double.isInfinite(step)) {
      throw new IllegalArgumentException(
          "time column '%s' does not go with a step of %s".formatted(column, step));
    }
  }

  public boolean isTimed() {
    return !column.isEmpty();
  }

  /**
   * Whether the usual step of a recording is about that of the clock: values between others are
   * smoother than these.
   */
  public boolean fits(double usual) {
    double ratio = usual / step;
    return ratio <= 1 + JITTER && ratio >= 1 / (1 + JITTER);
  }

  /** A time as a person reads it: a date to the millisecond, or a number. */
  public String time(double time) {
    if (!dates) {
      return number(time);
    }
    Instant instant = Instant.ofEpochMilli(Math.round(time * MILLIS));
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
        .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
  }

  /** A length of time as a person reads it, such as {@code 3 h}. */
  public String duration(double duration) {
    return duration(duration, dates);
  }

  /** The same before the clock is known. */
  public static String duration(double duration, boolean seconds) {
    if (!seconds) {
      return number(duration);
    }
    for (int i = 0; i < UNITS.length; i++) {
      if (Math.abs(duration) >= UNITS[i] * 0.9995) {
        return number(duration / UNITS[i]) + " " + NAMES[i];
      }
    }
    return number(duration) + " s";
  }

  /** Six digits tell steps apart, and hide what rounding leaves. */
  private static String number(double value) {
    double rounded = Math.rint(value * 1e6) / 1e6;
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
        ? Long.toString((long) rounded)
        : Double.toString(rounded);
  }
}
