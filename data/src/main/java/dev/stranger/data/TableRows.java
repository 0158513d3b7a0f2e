package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.VisibleText;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a table behind its header, all of one width. */
final class TableRows implements AutoCloseable {

  private final InputFile file;
  private final TableColumns columns;
  private final Rows rows;

  TableRows(InputFile file, TableColumns columns, Rows.Source source) {
    this.file = file;
    this.columns = columns;
    try {
      this.rows = CloseOnFailure.of(source.open(), this::behindHeader);
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private Rows behindHeader(Rows all) throws IOException {
    if (columns.hasHeader()) {
      all.next();
    }
    return all;
  }

  /** Null at the end. */
  @Nullable List<String> next() {
    List<String> row = read();
    if (row != null && row.size() != columns.names().size()) {
      throw new DataException(
          "row %d of %s has %s, %s; mend the row, or remove what is no row of the table"
              .formatted(
                  line(),
                  rows.file().name(),
                  row.size() == 1 ? "1 value" : "%,d values".formatted(row.size()),
                  columns.hasHeader()
                      ? "the header has %,d %s"
                          .formatted(columns.names().size(), VisibleText.some(columns.names()))
                      : "the first row has %,d".formatted(columns.names().size())));
    }
    return row;
  }

  private @Nullable List<String> read() {
    try {
      return rows.next();
    } catch (IOException e) {
      throw rows.file().damaged(e);
    }
  }

  /** See {@link Rows#isNumber}. */
  boolean isNumber(int position) {
    return rows.isNumber(position);
  }

  /** The line of the last row in its file. */
  long line() {
    return rows.line();
  }

  /** The file of the last row. */
  InputFile file() {
    return rows.file();
  }

  /** Where the last row is, in words. */
  String place() {
    String row = "row " + line();
    return rows.file().equals(file) ? row : "%s of %s".formatted(row, rows.file().shortName());
  }

  @Override
  public void close() {
    try {
      rows.close();
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }
}
