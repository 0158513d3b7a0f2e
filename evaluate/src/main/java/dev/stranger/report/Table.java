package dev.stranger.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table, whatever it is shown in: {@link PageTable}, {@link TextTable} or {@link Markdown}. Looks
 * are classes in the style sheet of pages. Immutable.
 *
 * @param corner what the rows are
 */
public record Table(String look, String corner, List<Column> columns, List<Row> rows) {

  /** The look of a table of sentences, which stand at the left. */
  public static final String TEXTS = "texts";

  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.cells.size() != columns.size()) {
        throw new IllegalArgumentException(
            "row '%s' has %d cells, the table %d columns"
                .formatted(row.name, row.cells.size(), columns.size()));
      }
    }
  }

  /**
   * A table of plain texts.
   *
   * @param heads of all columns, that of the names of the rows first
   * @param rows the name of each first
   */
  public static Table of(String look, List<String> heads, List<List<String>> rows) {
    return new Table(
        look,
        heads.get(0),
        heads.stream().skip(1).map(Column::of).toList(),
        rows.stream()
            .map(row -> new Row(row.get(0), "", "", row.stream().skip(1).map(Cell::of).toList()))
            .toList());
  }

  boolean isGrouped() {
    return columns.stream().anyMatch(column -> !column.group.isEmpty());
  }

  /** Whether a column has another group than the one before it. */
  boolean startsGroup(int column) {
    return column == 0 || !columns.get(column).group.equals(columns.get(column - 1).group);
  }

  /** Neighbours of the same group. */
  List<List<Column>> groups() {
    List<List<Column>> groups = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (startsGroup(i)) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(columns.get(i));
    }
    return groups;
  }

  /**
   * @param group a title over this column and its neighbours of the same group; may be empty
   * @param unit of the group, or of the column when it has none; may be empty
   */
  public record Column(String group, String unit, String name, String look) {

    public static Column of(String name) {
      return new Column("", "", name, "");
    }
  }

  /**
   * @param role a word or mark after the name; may be empty
   */
  public record Row(String name, String role, String look, List<Cell> cells) {

    public Row {
      cells = List.copyOf(cells);
    }
  }

  /**
   * @param note after the text, fainter, such as a deviation; may be empty
   * @param mark that the text stands out with; may be empty
   */
  public record Cell(String text, String note, String mark, String look) {

    public static final Cell EMPTY = of("");

    public static Cell of(String text) {
      return new Cell(text, "", "", "");
    }
  }
}
