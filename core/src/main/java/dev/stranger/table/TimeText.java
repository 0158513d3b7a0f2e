package dev.stranger.table;

import dev.stranger.table.Column.Spelling;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates and times as text files write them: {@code 2025-12-31}, {@code 2025-12-31T23:59:59.5Z},
 * {@code 31.12.2025 23:59}, {@code 12/31/2025 11:59 PM}, {@code 31 Dec 2025}, {@code December 31,
 * 2025}, and the time of a day alone. Names of months are English.
 */
public final class TimeText {

  private static final Pattern TIME =
      Pattern.compile(
          "(?:(?<y>[0-9]{4})[-/](?<m>[0-9]{1,2})[-/](?<d>[0-9]{1,2})"
              + "|(?<gd>[0-9]{1,2})\\.(?<gm>[0-9]{1,2})\\.(?<gy>[0-9]{4})"
              + "|(?<a>[0-9]{1,2})[-/](?<b>[0-9]{1,2})[-/](?<ay>[0-9]{4}))?"
              + "(?:(?:^|[T ] *)(?<h>[0-9]{1,2}):(?<min>[0-9]{2})"
              + "(?::(?<s>[0-9]{2})(?<f>[.,][0-9]{1,9})?)?"
              + "(?: ?(?<pm>[AaPp])[Mm])?"
              + "(?: ?(?<z>Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?))?)?");

  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

  private static final String MONTH =
      "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";

  /** A date whose month is a name, perhaps with the day of the week in front, and what follows. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)(?:[a-z]{3,9},? )?"
              + ("(?:(?<d>[0-9]{1,2})[ -](?<m>" + MONTH + ")[ -]")
              + ("|(?<am>" + MONTH + ") (?<ad>[0-9]{1,2}),? )")
              + "(?<y>[0-9]{4})(?<rest>.*)");

  private static final double SECONDS = 86_400;

  /** Dates beyond the year 9999 are no dates of people. */
  private static final double MOST_DAYS = 2_932_896;

  private TimeText() {}

  /**
   * Days since 1970-01-01T00:00, in UTC when the text names an offset from it. {@code NaN} when it
   * is no time, or when a plain spelling leaves open which number is the month.
   */
  public static double days(String field, Spelling spelling) {
    String text = field.strip();
    if (text.isEmpty()) {
      return Double.NaN;
    }
    Matcher time = TIME.matcher(withNumbers(text));
    try {
      return time.matches() ? date(time, spelling) + clock(time) : Double.NaN;
    } catch (DateTimeException e) {
      return Double.NaN; // such as the 31st of February
    }
  }

  /** With the year, month and day in front if the month is a name. */
  private static String withNumbers(String text) {
    Matcher named = NAMED.matcher(text);
    if (!named.matches()) {
      return text;
    }
    boolean dayFirst = named.group("d") != null;
    String name = named.group(dayFirst ? "m" : "am").substring(0, 3).toLowerCase(Locale.ROOT);
    int month = MONTHS.indexOf(name) / 3 + 1;
    String day = named.group(dayFirst ? "d" : "ad");
    return named.group("y") + "-" + month + "-" + day + named.group("rest");
  }

  /** Such as {@code 2025-12-31 23:59}; a float tells years of our time to a few minutes. */
  static String of(float days) {
    double minutes = Math.rint(days * 1440.0);
    if (Math.abs(days) > MOST_DAYS) {
      return PlainNumber.text(days) + " days since 1970";
    }
    String text = LocalDateTime.ofEpochSecond((long) minutes * 60, 0, ZoneOffset.UTC).toString();
    return text.replace('T', ' ');
  }

  private static double date(Matcher time, Spelling spelling) {
    if (time.group("y") != null) {
      return day(time, "y", "m", "d");
    }
    if (time.group("gy") != null) {
      return day(time, "gy", "gm", "gd");
    }
    if (time.group("ay") == null) {
      return 0;
    }
    int a = number(time, "a");
    int b = number(time, "b");
    boolean dayFirst = spelling == Spelling.DAY_FIRST || spelling == Spelling.PLAIN && a > 12;
    boolean open = spelling == Spelling.PLAIN && a <= 12 && b <= 12 && a != b;
    return open ? Double.NaN : dayFirst ? day(time, "ay", "b", "a") : day(time, "ay", "a", "b");
  }

  private static long day(Matcher time, String year, String month, String day) {
    return LocalDate.of(number(time, year), number(time, month), number(time, day)).toEpochDay();
  }

  private static double clock(Matcher time) {
    if (time.group("h") == null) {
      return 0;
    }
    int seconds = time.group("s") == null ? 0 : number(time, "s");
    int ofDay = LocalTime.of(hour(time), number(time, "min"), seconds).toSecondOfDay();
    String fraction = time.group("f");
    double part = fraction == null ? 0 : Double.parseDouble(fraction.replace(',', '.'));
    return (ofDay + part - offset(time.group("z"))) / SECONDS;
  }

  private static int hour(Matcher time) {
    int hour = number(time, "h");
    if (time.group("pm") == null) {
      return hour;
    }
    if (hour < 1 || hour > 12) {
      throw new DateTimeException("no hour of half a day");
    }
    return hour % 12 + (time.group("pm").equalsIgnoreCase("p") ? 12 : 0);
  }

  private static int offset(String zone) {
    boolean isUtc = zone == null || Character.isLetter(zone.charAt(0));
    return isUtc ? 0 : ZoneOffset.of(zone).getTotalSeconds();
  }

  private static int number(Matcher time, String group) {
    return Integer.parseInt(time.group(group));
  }
}
