package dev.stranger.report;

import dev.stranger.report.Table.Cell;
import dev.stranger.report.Table.Column;
import dev.stranger.report.Table.Row;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** Writes tables onto pages. */
public final class PageTable {

  private PageTable() {}

  /**
   * In a box that can be moved sideways, by keys too.
   *
   * @param label for readers who hear the page
   */
  public static void writeScrolling(Markup page, String label, Table table) {
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
    write(page, table);
    page.close("div").newLine();
  }

  public static void write(Markup page, Table table) {
    page.open("table", "class", table.look()).open("thead");
    if (table.isGrouped()) {
      writeGroups(page, table);
    }
    writeHeads(page, table);
    page.close("thead").open("tbody");
    table.rows().forEach(row -> writeRow(page, table, row));
    page.close("tbody").close("table");
  }

  private static void writeGroups(Markup page, Table table) {
    page.open("tr").element("td", "");
    for (List<Column> group : table.groups()) {
      Column first = group.get(0);
      boolean titled = !first.group().isEmpty();
      String tag = titled ? "th" : "td";
      page.open(tag, "scope", titled ? "colgroup" : "", "colspan", group.size(), "class", "group");
      if (titled) {
        page.text(first.group() + " ").element("span", first.unit(), "class", "unit");
      }
      page.close(tag);
    }
    page.close("tr").newLine();
  }

  private static void writeHeads(Markup page, Table table) {
    page.open("tr").element("th", table.corner(), "scope", "col");
    for (Column column : table.columns()) {
      page.open("th", "scope", "col", "class", column.look()).text(column.name());
      if (column.group().isEmpty() && !column.unit().isEmpty()) {
        page.text(" ").element("span", column.unit(), "class", "unit");
      }
      page.close("th");
    }
    page.close("tr").newLine();
  }

  private static void writeRow(Markup page, Table table, Row row) {
    page.open("tr", "class", row.look()).open("th", "scope", "row").text(row.name());
    if (!row.role().isEmpty()) {
      page.element("span", row.role(), "class", "role");
    }
    page.close("th");
    boolean sentences = table.look().equals(Table.TEXTS);
    for (int i = 0; i < row.cells().size(); i++) {
      Column column = table.columns().get(i);
      Cell cell = row.cells().get(i);
      String look = (column.look() + " " + cell.look()).strip();
      page.open("td", "class", look, "data-head", sentences ? column.name() : "");
      page.text((cell.mark().isEmpty() ? "" : cell.mark() + " ") + cell.text());
      if (!cell.note().isEmpty()) {
        page.element("span", " " + cell.note(), "class", "unit");
      }
      page.close("td");
    }
    page.close("tr").newLine();
  }
}
