package dev.stranger.paper;

import java.util.Collections;
import java.util.List;

/**
 * Writes a page as repositories show them: headings, paragraphs, lists, tables and pictures. What
 * is handed over is Markdown already, see {@link #plain}. Not thread-safe.
 */
final class Markdown {

  private final StringBuilder text = new StringBuilder();

  /** A text in which nothing has a meaning of its own. */
  static String plain(String words) {
    return words.replaceAll("[\\\\`*_<>|\\[\\]]", "\\\\$0");
  }

  /** A text as it is typed. */
  static String code(String words) {
    return "`" + words.replace("`", "'").replace("|", "\\|") + "`";
  }

  static String link(String words, String to) {
    return "[%s](%s)".formatted(plain(words), to);
  }

  Markdown heading(int level, String words) {
    return block("#".repeat(level) + " " + plain(words));
  }

  Markdown paragraph(String words) {
    return block(words);
  }

  Markdown list(List<String> items) {
    return items.isEmpty() ? this : block("* " + String.join("\n* ", items));
  }

  /** The first column at the left, numbers at the right. */
  Markdown table(List<String> heads, List<List<String>> rows) {
    return table(heads, "--:", rows);
  }

  /** All columns at the left. */
  Markdown texts(List<String> heads, List<List<String>> rows) {
    return table(heads, "---", rows);
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

  /** Pictures in a row as far as there is room. */
  Markdown pictures(List<PictureFile> pictures, String folder) {
    List<String> links =
        pictures.stream()
            .map(picture -> "!" + link(picture.title(), folder + "/" + picture.name()))
            .toList();
    return links.isEmpty() ? this : block(String.join("\n", links));
  }

  /** What most readers need not see. */
  Markdown folded(String summary, Markdown inner) {
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
