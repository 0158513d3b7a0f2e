package dev.stranger.report;

import dev.stranger.report.Table.Cell;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Prints tables with the same columns on a screen, those of all tables below one another: texts at
 * the right of their column, then marks, then notes.
 */
public final class TextTable {

  private final int[] starts;
  private final int[] textWidths;

  /**
   * @param alike at least one, all with the same columns
   */
  public TextTable(List<Table> alike) {
    Table first = alike.get(0);
    starts = new int[first.columns().size()];
    textWidths = new int[starts.length];
    int end = widest(alike.stream().flatMap(t -> t.rows().stream()).map(TextTable::label).toList());
    for (int i = 0; i < starts.length; i++) {
      textWidths[i] = widest(cells(alike, i, Cell::text));
      starts[i] = end + (first.startsGroup(i) ? 2 : 1);
      int cell = textWidths[i] + 1 + widest(cells(alike, i, Cell::note));
      end = starts[i] + Math.max(first.columns().get(i).name().length(), cell);
    }
  }

  private static List<String> cells(List<Table> tables, int column, Function<Cell, String> part) {
    return tables.stream()
        .flatMap(table -> table.rows().stream())
        .map(row -> part.apply(row.cells().get(column)))
        .toList();
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String label(Table.Row row) {
    return (row.name() + " " + row.role()).strip();
  }

  public void print(Table table, PrintWriter out) {
    if (table.isGrouped()) {
      out.println(line("", i -> table.startsGroup(i) ? table.columns().get(i).group() : ""));
    }
    out.println(line("", i -> table.columns().get(i).name()));
    table.rows().forEach(row -> out.println(line(label(row), i -> text(row.cells().get(i), i))));
  }

  /** The mark stands where there is a gap anyway. */
  private String text(Cell cell, int column) {
    String gap = " ".repeat(textWidths[column] - cell.text().length());
    return gap + cell.text() + (cell.mark().isEmpty() ? " " : cell.mark()) + cell.note();
  }

  private String line(String label, IntFunction<String> text) {
    StringBuilder line = new StringBuilder(label);
    for (int i = 0; i < starts.length; i++) {
      String next = text.apply(i).stripTrailing();
      if (!next.isEmpty()) {
        line.append(" ".repeat(Math.max(0, starts[i] - line.length()))).append(next);
      }
    }
    return line.toString();
  }
}
