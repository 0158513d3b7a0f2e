package dev.stranger.paper;

import dev.stranger.paper.MethodName.Learns;
import dev.stranger.report.Table;
import dev.stranger.report.TextTable;
import dev.stranger.report.Words;
import java.io.PrintWriter;
import java.util.Arrays;
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
    if (!results.banner().isEmpty()) {
      out.println();
      printWrapped(results.banner(), out);
    }
    for (PaperTable table : PaperTable.values()) {
      List<TableBlock> blocks = TableBlock.of(table, results.results());
      if (!blocks.isEmpty()) {
        out.printf("%n%s%n", table.title());
        printWrapped(table.guide() + " " + effort(blocks), out);
        printTables(table, blocks, out);
      }
    }
    printLegend(results, out);
    out.flush();
  }

  private static void printTables(PaperTable table, List<TableBlock> blocks, PrintWriter out) {
    List<Table> tables = ResultTable.forScreen(table, blocks);
    TextTable text = new TextTable(tables);
    for (int i = 0; i < blocks.size(); i++) {
      out.printf("%n%s%n", blocks.get(i).heading());
      text.print(tables.get(i), out);
    }
  }

  /**
   * Prints curves as tables: a column for each value that was varied.
   *
   * @param figures whose lines were all measured at the same places
   */
  public static void printCurves(List<CurveFigure> figures, PrintWriter out) {
    for (CurveFigure figure : figures) {
      out.printf("%n%s%n%s, by %s%n", figure.title(), figure.y(), figure.x());
      Table table =
          new Table(
              "",
              "",
              numbers(figure.lines().get(0).x(), 0).map(Table.Column::of).toList(),
              figure.lines().stream()
                  .map(line -> new Table.Row(line.name(), "", "", cells(line)))
                  .toList());
      new TextTable(List.of(table)).print(table, out);
    }
    out.flush();
  }

  private static List<Table.Cell> cells(CurveFigure.Line line) {
    return numbers(line.mean(), 2).map(Table.Cell::of).toList();
  }

  /** All equally wide. */
  private static Stream<String> numbers(double[] numbers, int digits) {
    return Arrays.stream(numbers)
        .mapToObj(number -> "%7s".formatted(Words.decimals(number, digits)));
  }

  private static String effort(List<TableBlock> blocks) {
    List<Result> all = TableBlock.joined(blocks).results();
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
      out.println(ResultTable.LEGEND);
    }
    if (!results.results().isEmpty()) {
      out.println(Learns.LEGEND);
    }
    Stream.of(
            results.notesOfMethods(),
            results.notes().stream(),
            Stream.of(results.inShort(), results.banner()))
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
