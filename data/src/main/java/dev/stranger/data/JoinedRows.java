package dev.stranger.data;

import dev.stranger.VisibleText;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several files, one after another. Of the headers, the first one is a row. Files with
 * a header may have their columns in another order than the first.
 */
final class JoinedRows implements Rows {

  private final TableColumns columns;
  private final Iterator<Source> parts;
  private Rows rows;
  private List<Integer> order = List.of();

  private JoinedRows(List<Source> files, TableColumns columns) throws IOException {
    this.columns = columns;
    this.parts = files.iterator();
    this.rows = parts.next().open();
  }

  /**
   * @param columns of the first file
   */
  static Source source(List<Source> files, TableColumns columns) {
    return files.size() == 1 ? files.get(0) : new Joined(files, columns);
  }

  private record Joined(List<Source> files, TableColumns columns) implements Source {

    @Override
    public Rows open() throws IOException {
      return new JoinedRows(files, columns);
    }

    @Override
    public Set<String> lists() {
      return files.stream().flatMap(file -> file.lists().stream()).collect(Collectors.toSet());
    }
  }

  @Override
  public @Nullable List<String> next() throws IOException {
    @Nullable List<String> row = rows.next();
    while (row == null && parts.hasNext()) {
      rows.close();
      rows = parts.next().open();
      order = columns.hasHeader() ? order(rows) : List.of();
      row = rows.next();
    }
    return row == null || row.size() != order.size() ? row : inOrder(row);
  }

  private List<String> inOrder(List<String> row) {
    return order.stream().map(row::get).toList();
  }

  /** Where the columns of the first file stand in another. */
  private List<Integer> order(Rows rows) throws IOException {
    @Nullable List<String> header = rows.next();
    if (header == null) {
      throw rows.file().damaged(TableFile.EMPTY);
    }
    List<String> first = columns.names();
    List<String> names = TableColumns.named(header);
    if (names.equals(first)) {
      return List.of();
    }
    boolean same =
        names.size() == first.size() && new HashSet<>(names).equals(new HashSet<>(first));
    if (!same) {
      throw rows.file()
          .damaged(
              "has the columns %s, the files before it have %s; give all files of a table the same columns"
                  .formatted(VisibleText.some(names), VisibleText.some(first)));
    }
    return first.stream().map(names::indexOf).toList();
  }

  @Override
  public boolean isNumber(int position) {
    return rows.isNumber(order.isEmpty() ? position : order.get(position));
  }

  @Override
  public long line() {
    return rows.line();
  }

  @Override
  public InputFile file() {
    return rows.file();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
