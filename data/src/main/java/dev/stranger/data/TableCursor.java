package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.prepare.PlainNumber;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A pass over the rows of a table. */
final class TableCursor implements Cursor {

  private final InputFile file;
  private final TableColumns columns;
  private final UnaryOperator<String> spelling;
  private final Map<String, Integer> labels;
  private final Rows rows;
  private String labelText = "";

  /**
   * @param spelling turns the text of a label into its name
   */
  TableCursor(
      InputFile file,
      TableColumns columns,
      UnaryOperator<String> spelling,
      Map<String, Integer> labels)
      throws IOException {
    this.file = file;
    this.columns = columns;
    this.spelling = spelling;
    this.labels = labels;
    this.rows = CloseOnFailure.of(Separator.rows(file), this::behindHeader);
  }

  private Rows behindHeader(Rows all) throws IOException {
    if (columns.hasHeader()) {
      all.next();
    }
    return all;
  }

  @Override
  public boolean next(float[] target, int offset) {
    List<String> row = nextRow();
    if (row == null) {
      return false;
    }
    if (row.size() != columns.names().size()) {
      throw new DataException(
          "row %d of %s has %d values, the first row has %d; mend or remove the row"
              .formatted(rows.line(), file.path(), row.size(), columns.names().size()));
    }
    for (int i = 0; i < columns.values().length; i++) {
      target[offset + i] = number(row, columns.values()[i]);
    }
    labelText = columns.label() < 0 ? "" : spelling.apply(row.get(columns.label()).strip());
    return true;
  }

  private @Nullable List<String> nextRow() {
    try {
      return rows.next();
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private float number(List<String> row, int column) {
    String field = row.get(column);
    float value = PlainNumber.toFloat(field);
    if (Float.isFinite(value)) {
      return value;
    }
    throw new DataException(
        ("row %d of %s has %s in column '%s', not a finite number; mend the row or drop the column,"
                + " or name it as the label when it is")
            .formatted(
                rows.line(),
                file.path(),
                field.isBlank() ? "no value" : "'" + abbreviated(field) + "'",
                columns.names().get(column)),
        Remedy.LABEL);
  }

  private static String abbreviated(String field) {
    return field.length() <= 40 ? field : field.substring(0, 40) + "...";
  }

  /** The label of the last sample, or an empty text. */
  String labelText() {
    return labelText;
  }

  @Override
  public int label() {
    return labels.getOrDefault(labelText, NO_LABEL);
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
