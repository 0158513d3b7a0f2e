package dev.stranger.paper;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of the paper in text; the columns of all its blocks lie below one another. */
final class TextTable {

  private static final String GAP = "  ";

  private final List<TableBlock> blocks;
  private final List<PaperMetric> metrics;
  private final List<TextColumns> columns;
  private final int labelWidth;

  /**
   * @param shown metrics, as far as they were measured
   */
  TextTable(List<TableBlock> blocks, List<PaperMetric> shown) {
    this.blocks = blocks;
    metrics = shown.stream().filter(metric -> !all(metric).isEmpty()).toList();
    columns = metrics.stream().map(metric -> TextColumns.of(metric, all(metric))).toList();
    labelWidth =
        blocks.stream()
            .flatMap(block -> block.methods().stream())
            .mapToInt(method -> method.marked().length())
            .max()
            .orElse(0);
  }

  private List<Result> all(PaperMetric metric) {
    return blocks.stream()
        .flatMap(block -> block.results().stream())
        .filter(result -> result.metric() == metric)
        .toList();
  }

  void print(PrintWriter out) {
    for (TableBlock block : blocks) {
      out.printf("%n%s%n", block.heading());
      printLine(out, "", i -> columns.get(i).titleText());
      printLine(out, "", i -> columns.get(i).headText());
      for (MethodName method : block.methods()) {
        printLine(
            out, method.marked(), i -> columns.get(i).text(block.result(method, metrics.get(i))));
      }
    }
  }

  private void printLine(PrintWriter out, String label, Function<Integer, String> cell) {
    String cells =
        Stream.iterate(0, i -> i < columns.size(), i -> i + 1)
            .map(i -> GAP + cell.apply(i))
            .collect(Collectors.joining());
    out.println((TextColumn.padded(label, labelWidth) + cells).stripTrailing());
  }
}
