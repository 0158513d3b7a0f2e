package dev.stranger.report;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a page as repositories show them: headings, paragraphs, lists, tables and pictures. What
 * is handed over is Markdown already, see {@link #plain}. Not thread-safe.
 */
public final class Markdown {

  private final StringBuilder text = new StringBuilder();

  /** A text in which nothing has a meaning of its own. */
  public static String plain(String words) {
    return words.replaceAll("[\\\\`*_<>|\\[\\]]", "\\\\$0");
  }

  /** A text as it is typed. */
  public static String code(String words) {
    return "`" + words.replace("`", "'").replace("|", "\\|") + "`";
  }

  public static String link(String words, String to) {
    return "[%s](%s)".formatted(plain(words), to);
  }

  public Markdown heading(int level, String words) {
    return block("#".repeat(level) + " " + plain(words));
  }

  public Markdown paragraph(String words) {
    return block(words);
  }

  public Markdown list(List<String> items) {
    return items.isEmpty() ? this : block("* " + String.join("\n* ", items));
  }

  /** The first column at the left, numbers at the right, sentences at the left. */
  public Markdown table(Table table) {
    return table(
        Stream.concat(
                Stream.of(table.corner()),
                table.columns().stream()
                    .map(
                        column ->
                            (column.group().isEmpty() ? "" : column.group() + "<br>")
                                + column.name()))
            .toList(),
        table.look().equals(Table.TEXTS) ? "---" : "--:",
        table.rows().stream().map(Markdown::cells).toList());
  }

  /**
   * Numbers at the right.
   *
   * @param rows cells that are Markdown already
   */
  public Markdown table(List<String> heads, List<List<String>> rows) {
    return table(heads, "--:", rows);
  }

  private static List<String> cells(Table.Row row) {
    return Stream.concat(
            Stream.of(plain((row.name() + " " + row.role()).strip())),
            row.cells().stream().map(Markdown::cell))
        .toList();
  }

  /** A cell with its mark and its note. */
  public static String cell(Table.Cell cell) {
    return plain(cell.text() + cell.mark())
        + (cell.note().isEmpty() ? "" : "\u00a0" + plain(cell.note()));
  }

  private Markdown table(List<String> heads, String side, List<List<String>> rows) {
    StringBuilder lines = new StringBuilder(line(heads));
    lines.append("\n|---|");
    lines.append(String.join("|", Collections.nCopies(heads.size() - 1, side))).append('|');
    rows.forEach(row -> lines.append('\n').append(line(row)));
    return block(lines.toString());
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /** What is one after the other on lines of its own, such as pictures in a row. */
  public Markdown lines(List<String> lines) {
    return lines.isEmpty() ? this : block(String.join("\n", lines));
  }

  /** What most readers need not see. */
  public Markdown folded(String summary, Markdown inner) {
    return block("<details><summary>%s</summary>".formatted(plain(summary)))
        .block(inner.toString().strip())
        .block("</details>");
  }

  private Markdown block(String words) {
    text.append(words).append("\n\n");
    return this;
  }

  @Override
  public String toString() {
    return text.toString().stripTrailing() + "\n";
  }
}
