package dev.stranger.paper;

import dev.stranger.paper.MethodName.Learns;
import java.io.PrintWriter;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The tables of the paper on a screen of 120 columns, published and measured figures side by side.
 * Files and the page hold further metrics.
 */
public final class ResultTables {

  private static final int WIDTH = 120;

  private ResultTables() {}

  /** Prints the tables that were measured, and what their marks mean. */
  public static void print(Results results, PrintWriter out) {
    for (PaperTable table : PaperTable.values()) {
      List<TableBlock> blocks = TableBlock.of(table, results.results());
      if (!blocks.isEmpty()) {
        out.printf("%n%s%n", table.title());
        printWrapped(table.guide() + " " + effort(blocks), out);
        new TextTable(blocks, table.metrics()).print(out);
      }
    }
    printLegend(results, out);
    out.flush();
  }

  private static String effort(List<TableBlock> blocks) {
    List<Result> all = blocks.stream().flatMap(block -> block.results().stream()).toList();
    return "Measured with %s and %s."
        .formatted(
            span(all, result -> result.measured().count(), "seed"),
            span(all, Result::epochs, "epoch"));
  }

  private static String span(List<Result> results, ToIntFunction<Result> number, String noun) {
    IntSummaryStatistics numbers = results.stream().mapToInt(number).summaryStatistics();
    String plural = numbers.getMax() == 1 ? noun : noun + "s";
    return numbers.getMin() == numbers.getMax()
        ? numbers.getMax() + " " + plural
        : "%d to %d %s".formatted(numbers.getMin(), numbers.getMax(), plural);
  }

  private static void printLegend(Results results, PrintWriter out) {
    out.println();
    if (results.results().stream().anyMatch(Result::isFar)) {
      out.println(FigureText.LEGEND);
    }
    if (!results.results().isEmpty()) {
      out.println(Learns.LEGEND);
    }
    Stream.of(
            MethodName.notes(results.methods()),
            results.notes().stream(),
            Stream.of(results.inShort()))
        .flatMap(lines -> lines)
        .filter(line -> !line.isEmpty())
        .forEach(line -> printWrapped(line, out));
  }

  private static void printWrapped(String text, PrintWriter out) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        out.println(line);
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    out.println(line);
  }
}
