package dev.stranger.data;

import dev.stranger.VisibleText;
import dev.stranger.table.Column.Spelling;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out whether the dates of recordings, such as 03/04/2025, begin with the day or month. */
final class DateOrder {

  private static final Pattern OPEN = Pattern.compile("\\s*[0-9]{1,2}[-/][0-9]{1,2}[-/][0-9]{4}.*");

  private final WindowOptions windows;
  private boolean dayFirst = true;
  private boolean monthFirst = true;

  /** The first of such dates, and where it stands. */
  private @Nullable String date;

  private @Nullable InputFile place;

  private DateOrder(WindowOptions windows) {
    this.windows = windows;
  }

  /**
   * Reads the times of all files if they have such dates.
   *
   * @throws dev.stranger.DataException when they can be read in both ways, and no detector knows
   */
  static Spelling of(List<InputFile> files, WindowOptions windows) {
    DateOrder order = new DateOrder(windows);
    files.forEach(order::read);
    return order.spelling();
  }

  private void read(InputFile file) {
    RecordingTable.reading(
        file,
        (rows, first, second) -> {
          int time = RecordingColumns.time(file, first, second == null ? first : second, windows);
          boolean open = time >= 0 && see(file, first, time);
          for (@Nullable List<String> row = second; open && row != null; row = rows.next()) {
            open = see(file, row, time);
          }
          return file;
        });
  }

  /**
   * @return whether the file may have more such dates: other times can be read in one way alone. A
   *     header and damaged times say nothing
   */
  private boolean see(InputFile file, List<String> row, int time) {
    String field = time < row.size() ? row.get(time) : "";
    boolean day = !Double.isNaN(RecordingText.date(field, Spelling.DAY_FIRST));
    boolean month = !Double.isNaN(RecordingText.date(field, Spelling.MONTH_FIRST));
    if (!day && !month) {
      return Double.isNaN(RecordingText.number(field));
    }
    if (!OPEN.matcher(field).matches()) {
      return false;
    }
    if (date == null) {
      date = field;
      place = file;
    }
    dayFirst &= day;
    monthFirst &= month;
    return true;
  }

  private Spelling spelling() {
    if (date == null || place == null || !dayFirst && !monthFirst) {
      return Spelling.PLAIN;
    }
    if (dayFirst != monthFirst) {
      return dayFirst ? Spelling.DAY_FIRST : Spelling.MONTH_FIRST;
    }
    Spelling known = windows.like() == null ? Spelling.PLAIN : windows.like().clock().spelling();
    if (known == Spelling.PLAIN) {
      throw place.damaged(
          "has dates such as '%s', whose day and month cannot be told apart; write them as 2025-12-31"
              .formatted(VisibleText.of(date.strip())));
    }
    return known;
  }
}
