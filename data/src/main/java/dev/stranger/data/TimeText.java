package dev.stranger.data;

import dev.stranger.prepare.PlainNumber;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.regex.Pattern;

/** Times as text files write them: numbers, or dates with or without a time of day. */
final class TimeText {

  /** Cheaper to ask than a formatter, as most fields are numbers. */
  private static final Pattern DATE = Pattern.compile("\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}.*");

  /** Without a zone: UTC. Days before months where a point stands between them, as is usual. */
  private static final List<DateTimeFormatter> FORMATS =
      List.of(
          format("uuuu-MM-dd['T'][' '][HH:mm[:ss[.SSSSSSSSS][.SSSSSS][.SSS]]][XXX][X]"),
          format("uuuu/MM/dd[ HH:mm[:ss]]"),
          format("dd.MM.uuuu[ HH:mm[:ss]]"));

  private TimeText() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern);
  }

  static boolean isDate(String text) {
    return !Double.isNaN(date(text));
  }

  /** A number as it is, a date as seconds since 1970; NaN when the text is neither. */
  static double parse(String text) {
    double number = PlainNumber.toDouble(text);
    return Double.isNaN(number) ? date(text) : number;
  }

  private static double date(String text) {
    String stripped = text.strip();
    if (!DATE.matcher(stripped).matches()) {
      return Double.NaN;
    }
    for (DateTimeFormatter format : FORMATS) {
      try {
        return seconds(
            format.parseBest(stripped, OffsetDateTime::from, LocalDateTime::from, LocalDate::from));
      } catch (DateTimeException e) {
        continue; // another format may do
      }
    }
    return Double.NaN;
  }

  private static double seconds(TemporalAccessor parsed) {
    if (parsed instanceof OffsetDateTime time) {
      return time.toEpochSecond() + time.getNano() / 1e9;
    }
    LocalDateTime time =
        parsed instanceof LocalDateTime both ? both : ((LocalDate) parsed).atStartOfDay();
    return time.toEpochSecond(ZoneOffset.UTC) + time.getNano() / 1e9;
  }
}
