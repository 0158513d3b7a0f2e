package dev.stranger.data;

import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A table in a text file: comma, tab, semicolon, bar or blanks between the fields, with or without
 * a header. One pass checks every row and collects the labels; later passes stream. A row whose
 * field of the label is empty has none.
 */
public final class TableFile {

  private final InputFile file;
  private final TableColumns columns;
  private final UnaryOperator<String> spelling;

  private TableFile(InputFile file, TableColumns columns, UnaryOperator<String> spelling) {
    this.file = file;
    this.columns = columns;
    this.spelling = spelling;
  }

  /** Samples are rows: shape {@code D} for {@code D} columns. */
  public static Dataset read(Path path, TableOptions options) {
    return read(path, options, UnaryOperator.identity());
  }

  /** Labels with the same spelling are one label. */
  static Dataset read(Path path, TableOptions options, UnaryOperator<String> spelling) {
    InputFile file = new InputFile(path);
    try (Rows rows = Separator.rows(file)) {
      List<String> first = rows.next();
      if (first == null) {
        throw file.damaged("is empty; a table needs at least one row");
      }
      return new TableFile(file, TableColumns.of(file, first, options), spelling).scan();
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private Dataset scan() {
    Map<String, Integer> labels = new TreeMap<>(LabelText.ORDER);
    long count = 0;
    float[] sample = new float[columns.values().length];
    try (TableCursor cursor = cursor(Map.of())) {
      for (; cursor.next(sample, 0); count++) {
        if (!cursor.labelText().isEmpty()) {
          labels.put(cursor.labelText(), 0);
        }
      }
    }
    int label = 0;
    for (Map.Entry<String, Integer> entry : labels.entrySet()) {
      entry.setValue(label++);
    }
    if (count == 0) {
      throw file.damaged("has a header but no rows; a table needs at least one");
    }
    Shape shape = Shape.of(sample.length);
    Header header =
        new Header(
            file.path().getFileName().toString(),
            shape,
            Range.ANY,
            count,
            List.copyOf(labels.keySet()));
    Map<String, Integer> numbers = Map.copyOf(labels);
    return new StreamedDataset(
        header, () -> cursor(numbers), Column.numbers(columns.chosenNames()), Long::toString);
  }

  private TableCursor cursor(Map<String, Integer> labels) {
    try {
      return new TableCursor(file, columns, spelling, labels);
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }
}
