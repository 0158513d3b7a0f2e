package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.data.TableOptions.Strictness;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import dev.stranger.table.FieldReader;
import dev.stranger.table.MarkedNumber;
import dev.stranger.table.TimeText;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A pass over the rows of a table. */
final class TableCursor implements Cursor {

  /**
   * How fields become numbers.
   *
   * @param positions of the columns in the file
   * @param spelling turns the text of a label into its name
   */
  record Reading(
      List<Integer> positions,
      List<Column> columns,
      Strictness strictness,
      UnaryOperator<String> spelling) {}

  private final TableColumns all;
  private final Reading reading;
  private final FieldReader[] ofText;
  private final FieldReader[] ofNumbers;
  private final Map<String, Integer> labels;
  private final TableRows rows;
  private List<String> row = List.of();

  TableCursor(
      InputFile file,
      TableColumns all,
      Reading reading,
      Rows.Source source,
      Map<String, Integer> labels) {
    this.all = all;
    this.reading = reading;
    this.labels = labels;
    this.ofText = readers(reading.columns().stream());
    this.ofNumbers = readers(reading.columns().stream().map(TableCursor::withPoint));
    this.rows = new TableRows(file, all, source);
  }

  private static FieldReader[] readers(Stream<Column> columns) {
    return columns.map(FieldReader::new).toArray(FieldReader[]::new);
  }

  /** Numbers of JSON have a decimal point, whatever the text has that a detector learned from. */
  private static Column withPoint(Column column) {
    return column.kind() == Kind.NUMBER ? column.with(Spelling.PLAIN) : column;
  }

  @Override
  public boolean next(float[] target, int offset) {
    List<String> fields = rows.next();
    if (fields == null) {
      return false;
    }
    row = fields;
    for (int i = 0; i < ofText.length; i++) {
      int position = reading.positions().get(i);
      String field = row.get(position);
      float value = (rows.isNumber(position) ? ofNumbers : ofText)[i].read(field);
      require(value, field, reading.columns().get(i));
      target[offset + i] = value;
    }
    return true;
  }

  private void require(float value, String field, Column column) {
    boolean isGap = Float.isNaN(value);
    if (Float.isInfinite(value) || isGap && reading.strictness() == Strictness.NUMBERS) {
      throw unreadable(field, column);
    }
    if (reading.strictness() == Strictness.KNOWN_CATEGORIES
        && column.kind() == Kind.CATEGORY
        && value == column.unseen()) {
      throw new DataException(
          "row %d of %s has '%s' in column '%s', a category that the detector does not know"
              .formatted(rows.line(), rows.file().name(), abbreviated(field), column.name()));
    }
  }

  private DataException unreadable(String field, Column column) {
    String what =
        "row %d of %s has %s in column '%s', not %s"
            .formatted(
                rows.line(),
                rows.file().name(),
                field.isBlank() ? "no value" : "'" + abbreviated(field) + "'",
                column.name(),
                column.expected());
    if (reading.strictness() == Strictness.NUMBERS) {
      return isTime(field)
          ? new DataException(
              what
                  + "; if each row is a time step of a recording cut it into windows, if not drop the"
                  + " column",
              Remedy.WINDOW)
          : new DataException(
              what + "; mend the row or drop the column, or name it as the label when it is",
              Remedy.LABEL);
    }
    return new DataException(
        what
            + (isOtherwiseSpelt(field, column)
                ? "; write numbers as in the table that the detector learned from"
                : "; mend the row or remove it"));
  }

  private static boolean isTime(String field) {
    return Stream.of(Spelling.DAY_FIRST, Spelling.MONTH_FIRST)
        .anyMatch(spelling -> !Double.isNaN(TimeText.days(field, spelling)));
  }

  /** Whether it is a number, but with another decimal mark. */
  private static boolean isOtherwiseSpelt(String field, Column column) {
    Spelling other = column.spelling() == Spelling.COMMA ? Spelling.PLAIN : Spelling.COMMA;
    return column.kind() == Kind.NUMBER
        && Float.isFinite((float) MarkedNumber.toDouble(field, other));
  }

  static String abbreviated(String field) {
    return field.length() <= 40 ? field : field.substring(0, 40) + "...";
  }

  /** The fields of the last sample. */
  List<String> row() {
    return row;
  }

  @Override
  public int label() {
    return labels.isEmpty()
        ? NO_LABEL
        : labels.getOrDefault(reading.spelling().apply(row.get(all.label()).strip()), NO_LABEL);
  }

  @Override
  public void close() {
    rows.close();
  }
}
