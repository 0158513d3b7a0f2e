package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Plural;
import dev.stranger.Remedy;
import dev.stranger.VisibleText;
import dev.stranger.table.Column.Spelling;
import dev.stranger.table.FieldReader;
import dev.stranger.table.PlainNumber;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a text file with a row for each time step, and perhaps several recordings. */
final class RecordingTable {

  private final InputFile file;
  private final RecordingColumns columns;
  private final boolean dates;
  private final Spelling spelling;
  private final String prefix;
  private final Map<String, RecordingRows> recordings = new LinkedHashMap<>();

  /** Whether numbers had a decimal point. */
  private boolean points;

  /** Whether numbers had a decimal comma. */
  private boolean commas;

  private RecordingTable(
      InputFile file, RecordingColumns columns, boolean dates, Spelling spelling, String prefix) {
    this.file = file;
    this.columns = columns;
    this.dates = dates;
    this.spelling = spelling;
    this.prefix = prefix;
  }

  /**
   * What is in a file.
   *
   * @param dates whether times are dates and no numbers
   */
  record Content(RecordingColumns columns, boolean dates, List<RecordingRows> recordings) {}

  /**
   * @param spelling of its dates
   * @param name of the recording; in front of the names of several, when it is not empty
   */
  static Content read(
      InputFile file, TableOptions table, WindowOptions windows, Spelling spelling, String name) {
    return reading(
        file,
        (rows, first, second) -> {
          RecordingColumns columns =
              RecordingColumns.of(file, first, second == null ? List.of() : second, table, windows);
          RecordingTable reader =
              new RecordingTable(file, columns, hasDates(columns, first, second), spelling, name);
          if (!columns.hasHeader()) {
            reader.add(first, 1);
          }
          long line = rows.line();
          for (@Nullable List<String> row = second; row != null; row = rows.next()) {
            reader.add(row, Math.max(line, rows.line()));
          }
          return reader.content();
        });
  }

  /** What is done with the rows of a file, the first two of which are read. */
  interface Reader<T> {
    T read(Rows rows, List<String> first, @Nullable List<String> second) throws IOException;
  }

  static <T> T reading(InputFile file, Reader<T> reader) {
    TextFile text = new TextFile(file);
    try {
      return reading(text, reader);
    } catch (DataException e) {
      if (!TextFile.isUnreadable(e)) {
        throw e;
      }
      return reading(text.western(), reader);
    }
  }

  private static <T> T reading(TextFile text, Reader<T> reader) {
    InputFile file = text.file();
    try (Rows rows = JsonRows.isJson(text) ? JsonRows.source(text).open() : Separator.rows(text)) {
      @Nullable List<String> first = rows.next();
      @Nullable List<String> second = rows.next();
      if (first == null) {
        throw file.damaged("is empty; a recording needs a row for each time step");
      }
      return reader.read(rows, first, second);
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private static boolean hasDates(
      RecordingColumns columns, List<String> first, @Nullable List<String> second) {
    List<String> values = columns.hasHeader() && second != null ? second : first;
    return columns.time() >= 0
        && columns.time() < values.size()
        && RecordingText.isDate(values.get(columns.time()));
  }

  private Content content() {
    if (points && commas) {
      throw file.damaged(
          "has numbers with a decimal point and others with a comma; write all of them alike");
    }
    if (recordings.isEmpty()) {
      throw file.damaged("has a header but no rows; a recording needs a row for each time step");
    }
    return new Content(columns, dates, List.copyOf(recordings.values()));
  }

  private void add(List<String> row, long line) {
    if (row.size() != columns.names().size()) {
      throw new DataException(
          "row %d of %s has %s, the first row has %d; mend or remove the row"
              .formatted(
                  line, file.name(), Plural.of(row.size(), "value"), columns.names().size()));
    }
    float[] values = new float[columns.channels().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(row, columns.channels().get(i), line);
    }
    rowsOf(row, line).add(time(row, line), values, line);
  }

  private RecordingRows rowsOf(List<String> row, long line) {
    String entity = columns.entity() < 0 ? "" : row.get(columns.entity()).strip();
    if (columns.entity() >= 0 && entity.isEmpty()) {
      throw new DataException(
          "row %d of %s has no value in '%s', which tells recordings apart; fill it in"
              .formatted(line, file.name(), columns.names().get(columns.entity())));
    }
    return recordings.computeIfAbsent(
        entity,
        any ->
            new RecordingRows(
                file, name(any), any, columns.channels().size(), columns.time() >= 0, dates));
  }

  private String name(String entity) {
    return prefix.isEmpty() || entity.isEmpty() ? prefix + entity : prefix + "/" + entity;
  }

  private float number(List<String> row, int column, long line) {
    String field = row.get(column);
    float value = PlainNumber.toFloat(field);
    if (Float.isFinite(value)) {
      points |= field.indexOf('.') >= 0;
      return value;
    }
    float comma = (float) RecordingText.comma(field);
    boolean marked = field.indexOf(',') >= 0 || field.indexOf('.') >= 0; // else by 1'234 alone
    if (Float.isFinite(comma) && !(marked && points)) {
      commas |= marked;
      return comma;
    }
    if (FieldReader.isGap(field)) {
      return Float.NaN;
    }
    throw new DataException(
        "row %d of %s has '%s' in column '%s', a channel holds numbers; mend the row or leave the column out"
            .formatted(
                line, file.name(), VisibleText.of(field.strip()), columns.names().get(column)));
  }

  private double time(List<String> row, long line) {
    if (columns.time() < 0) {
      return 0;
    }
    String field = row.get(columns.time());
    double time = dates ? RecordingText.date(field, spelling) : RecordingText.number(field);
    if (!Double.isFinite(time)) {
      throw new DataException(
          "row %d of %s has '%s' in the time column '%s', %s was expected; mend the row or choose another column"
              .formatted(
                  line,
                  file.name(),
                  VisibleText.of(field.strip()),
                  columns.names().get(columns.time()),
                  dates ? "a date" : "a number"),
          Remedy.TIME);
    }
    return time;
  }
}
