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
          for (@Nullable List<String> row = second; row != null; row = rows.next()) {
            if (time < 0 || time >= row.size() || !OPEN.matcher(row.get(time)).matches()) {
              break; // other dates can be read in one way alone
            }
            see(file, row.get(time));
          }
          return file;
        });
  }

  private void see(InputFile file, String field) {
    if (date == null) {
      date = field;
      place = file;
    }
    dayFirst &= !Double.isNaN(RecordingText.date(field, Spelling.DAY_FIRST));
    monthFirst &= !Double.isNaN(RecordingText.date(field, Spelling.MONTH_FIRST));
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
