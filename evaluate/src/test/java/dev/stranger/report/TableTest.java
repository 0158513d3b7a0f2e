package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.report.Table.Cell;
import dev.stranger.report.Table.Column;
import dev.stranger.report.Table.Row;
import dev.stranger.report.svg.Markup;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final Table TABLE =
      new Table(
          "metrics",
          "method",
          List.of(
              new Column("AUROC", "%", "published", "group"),
              new Column("AUROC", "%", "measured", ""),
              Column.of("seeds")),
          List.of(
              new Row("a_b", "[U]", "own", cells(new Cell("9.5", "(0.1)", "*", "far"), "5")),
              new Row("c", "", "", cells(Cell.EMPTY, "10"))));

  private static List<Cell> cells(Cell measured, String seeds) {
    return List.of(Cell.of("100"), measured, Cell.of(seeds));
  }

  @Test
  void onAPageGroupsSpanTheirColumns() {
    Markup page = new Markup();
    PageTable.write(page, TABLE);
    assertThat(page.toString())
        .startsWith("<table class=\"metrics\"><thead><tr><td></td>")
        .contains(
            "<th scope=\"colgroup\" colspan=\"2\" class=\"group\">AUROC <span class=\"unit\">%</span></th>"
                + "<td colspan=\"1\" class=\"group\"></td></tr>")
        .contains("<th scope=\"col\" class=\"group\">published</th><th scope=\"col\">measured</th>")
        .contains("<tr class=\"own\"><th scope=\"row\">a_b<span class=\"role\">[U]</span></th>")
        .contains("<td class=\"far\">* 9.5<span class=\"unit\"> (0.1)</span></td><td>5</td></tr>");
  }

  @Test
  void onAScreenTextsEndAndNotesBeginBelowOneAnother() {
    StringWriter text = new StringWriter();
    new TextTable(List.of(TABLE)).print(TABLE, new PrintWriter(text, true));
    assertThat(text.toString().replace(System.lineSeparator(), "\n"))
        .isEqualTo(
            """
                     AUROC
                     published measured   seeds
            a_b [U]  100       9.5*(0.1)   5
            c        100                  10
            """);
  }

  @Test
  void tablesOfOneLayoutHaveTheirColumnsBelowOneAnother() {
    Table wide = Table.of("", List.of("", "x"), List.of(List.of("a long name", "123456")));
    Table small = Table.of("", List.of("", "x"), List.of(List.of("b", "1")));
    StringWriter text = new StringWriter();
    new TextTable(List.of(wide, small)).print(small, new PrintWriter(text, true));
    assertThat(text.toString().lines()).containsExactly("             x", "b                 1");
  }

  @Test
  void inMarkdownNothingInATextHasAMeaning() {
    assertThat(new Markdown().table(TABLE))
        .hasToString(
            """
            | method | AUROC<br>published | AUROC<br>measured | seeds |
            |---|--:|--:|--:|
            | a\\_b \\[U\\] | 100 | 9.5\\*\u00a0(0.1) | 5 |
            | c | 100 |  | 10 |
            """);
    assertThat(Markdown.plain("a*b_c|d[e]<f>`\\")).isEqualTo("a\\*b\\_c\\|d\\[e\\]\\<f\\>\\`\\\\");
    assertThat(Markdown.code("--methods a|b")).isEqualTo("`--methods a\\|b`");
  }

  @Test
  void aRowWithoutAllItsCellsIsRefused() {
    assertThatThrownBy(() -> Table.of("", List.of("a", "b", "c"), List.of(List.of("x", "1"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 'x' has 1 cells, the table 2 columns");
  }
}
