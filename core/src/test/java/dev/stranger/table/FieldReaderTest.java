package dev.stranger.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.table.Column.Spelling;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultLocale;

class FieldReaderTest {

  private static final Column COLOUR = Column.category("colour", List.of("red", "true"));

  private static float read(Column column, String field) {
    return new FieldReader(column).read(field);
  }

  private static float number(String field, Spelling spelling) {
    return read(Column.number("n").with(spelling), field);
  }

  private static double days(String field, Spelling spelling) {
    return TimeText.days(field, spelling);
  }

  @Test
  @DefaultLocale("ar-EG")
  void datesWithNamesOfMonthsAreReadInEveryLanguage() {
    assertThat(days("2 Jan 1970", Spelling.DAY_FIRST)).isEqualTo(1);
  }

  @Test
  void aGapIsNaNInEveryKindOfColumn() {
    for (Column column : List.of(Column.number("a"), COLOUR, Column.time("c"))) {
      for (String gap :
          List.of("", "  ", "NA", "n/a", "null", "NULL", "NaN", "None", "-", "--", "?", "\\N")) {
        assertThat(read(column, gap)).as("%s '%s'", column.kind(), gap).isNaN();
      }
    }
  }

  @Test
  void plainNumbersAreWhatTheyWere() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(value)) {
        assertThat(number(Float.toString(value), Spelling.PLAIN)).as("%d", i).isEqualTo(value);
      }
    }
  }

  @Test
  void whatIsNoNumberIsInfiniteAndNoGap() {
    for (String text : List.of("abc", "1f", "0x1p3", "inf", "1e999", "1,5", "1,2,3", "12,34.5")) {
      assertThat(number(text, Spelling.PLAIN)).as(text).isInfinite();
    }
  }

  @Test
  void commasAndPointsMeanWhatTheColumnSays() {
    assertThat(number("1,5", Spelling.COMMA)).isEqualTo(1.5f);
    assertThat(number("-1.234,5", Spelling.COMMA)).isEqualTo(-1234.5f);
    assertThat(number("12.345.678", Spelling.COMMA)).isEqualTo(12345678f);
    assertThat(number("1,234,567.5", Spelling.PLAIN)).isEqualTo(1234567.5f);
    assertThat(number("1,234", Spelling.PLAIN)).isEqualTo(1234);
    assertThat(number("1,234", Spelling.COMMA)).isEqualTo(1.234f);
    assertThat(number("1.5", Spelling.COMMA)).isInfinite();
    assertThat(number("3e-2", Spelling.COMMA)).isEqualTo(0.03f);
  }

  @Test
  void aCategoryIsItsPositionAndANewOneIsUnseen() {
    assertThat(read(COLOUR, " red ")).isZero();
    assertThat(read(COLOUR, "TRUE")).isEqualTo(1);
    assertThat(read(COLOUR, "Red")).isEqualTo(COLOUR.unseen()).isEqualTo(2);
  }

  @Test
  void everySpellingOfATimeIsTheSameMoment() {
    Random random = new Random(11);
    for (int i = 0; i < 1_000; i++) {
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(random.nextLong(4_000_000_000L), 0, ZoneOffset.UTC);
      double expected = time.toEpochSecond(ZoneOffset.UTC) / 86_400.0;
      assertTime(expected, time, "yyyy-MM-dd HH:mm:ss", Spelling.PLAIN);
      assertTime(expected, time, "yyyy/M/d'T'HH:mm:ss'Z'", Spelling.PLAIN);
      assertTime(expected, time, "dd.MM.yyyy HH:mm:ss.SSS", Spelling.PLAIN);
      assertTime(expected, time, "d/M/yyyy H:mm:ss", Spelling.DAY_FIRST);
      assertTime(expected, time, "MM/dd/yyyy h:mm:ss a", Spelling.MONTH_FIRST);
      assertTime(expected, time, "d MMM yyyy HH:mm:ss", Spelling.PLAIN);
      assertTime(expected, time, "MMMM d, yyyy h:mm:ss a", Spelling.DAY_FIRST);
      assertTime(expected, time, "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Spelling.MONTH_FIRST);
    }
  }

  private static void assertTime(
      double expected, LocalDateTime time, String pattern, Spelling spelling) {
    String text = time.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    assertThat(days(text, spelling)).as(text).isEqualTo(expected);
  }

  @Test
  void anOffsetIsTakenOffAndAFractionCounts() {
    assertThat(days("1970-01-02T01:00:00+01:00", Spelling.PLAIN)).isEqualTo(1);
    assertThat(days("1970-01-01T12:00:00.5", Spelling.PLAIN)).isEqualTo(43_200.5 / 86_400);
    assertThat(days("18:00", Spelling.PLAIN)).isEqualTo(0.75);
  }

  @Test
  void aPlainDateThatLeavesTheMonthOpenIsRefused() {
    assertThat(days("31/12/2025", Spelling.PLAIN)).isEqualTo(days("2025-12-31", Spelling.PLAIN));
    assertThat(days("12/31/2025", Spelling.PLAIN)).isEqualTo(days("2025-12-31", Spelling.PLAIN));
    assertThat(days("03/04/2025", Spelling.PLAIN)).isNaN();
    assertThat(days("31/12/2025", Spelling.MONTH_FIRST)).isNaN();
    for (String none :
        List.of(
            ("2025-02-30;2025;1.2.3;25:00;13:00 pm;2025-1;a;30 Feb 2025;Mark 3, 2025;3 Mai 2025"
                    + ";May 2025;Mar 3 25")
                .split(";"))) {
      assertThat(days(none, Spelling.PLAIN)).as(none).isNaN();
    }
  }
}
