package dev.stranger.paper;

import dev.stranger.report.Table;
import dev.stranger.report.Table.Cell;
import dev.stranger.report.Table.Column;
import dev.stranger.report.Table.Row;
import dev.stranger.report.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of results: published and measured figures side by side, a row for each method. */
final class ResultTable {

  /** What the marks in a table mean. */
  static final String LEGEND =
      "* more than two published standard deviations from the published mean";

  /** A column of figures of one metric. */
  private record Figures(Column column, PaperMetric metric, Function<Result, Cell> cell) {}

  private ResultTable() {}

  /** With all metrics, and how each method was trained. */
  static Table forPage(PaperTable table, TableBlock block) {
    List<Figures> figures =
        Stream.concat(table.metrics().stream(), Arrays.stream(PaperMetric.values()))
            .distinct()
            .filter(metric -> metric != PaperMetric.FPR95_OUT_POSITIVE) // files hold it
            .filter(block::has)
            .flatMap(metric -> pair(metric, metric.title(), unit(table, metric), block).stream())
            .toList();
    List<Column> columns = new ArrayList<>(figures.stream().map(Figures::column).toList());
    columns.add(new Column("", "", "epochs", "group"));
    columns.add(Column.of("seeds"));
    return new Table(
        "metrics pairs",
        "method",
        columns,
        block.methods().stream().map(method -> withTraining(block, method, figures)).toList());
  }

  /** Without an arrow where the best is neither low nor high. */
  private static String unit(PaperTable table, PaperMetric metric) {
    return table == PaperTable.SAME ? (metric.isPercent() ? "%" : "") : metric.unit();
  }

  private static Row withTraining(TableBlock block, MethodName method, List<Figures> figures) {
    Result any = block.any(method);
    List<Cell> cells = new ArrayList<>(row(block, method, figures).cells());
    cells.add(Cell.of(any.epochs() == 0 ? "–" : Words.count(any.epochs())));
    cells.add(Cell.of(Words.count(any.measured().count())));
    return new Row(method.title(), method.learns().mark(), "", cells);
  }

  /** A table for each block, all with the same columns. */
  static List<Table> forScreen(PaperTable table, List<TableBlock> blocks) {
    TableBlock all = TableBlock.joined(blocks);
    List<Figures> figures =
        table.metrics().stream()
            .filter(all::has)
            .flatMap(metric -> pair(metric, title(metric, " "), "", all).stream())
            .toList();
    return blocks.stream().map(block -> table(block, figures)).toList();
  }

  /** The AUPR of the samples as they are is worth a column where it is another one. */
  static Table forMarkdown(PaperTable table, TableBlock block) {
    List<Figures> figures = new ArrayList<>();
    for (PaperMetric metric : table.metrics().stream().filter(block::has).toList()) {
      String title = title(metric.published(), "\u00a0");
      List<Figures> pair = pair(metric, title, "", block);
      if (metric != metric.published() && block.isOfAnotherRatio()) {
        pair.remove(pair.size() - 1);
        pair.add(measured(metric, title, "measured, published ratio"));
        pair.add(measured(metric.published(), title, "measured, ratio here"));
      }
      figures.addAll(pair);
    }
    return table(block, figures);
  }

  private static Figures measured(PaperMetric metric, String title, String name) {
    return new Figures(new Column(title, "", name, ""), metric, ResultTable::measured);
  }

  static String title(PaperMetric metric, String gap) {
    return metric.title() + (metric.isPercent() ? gap + "%" : "");
  }

  /** Published and measured figures, or the latter alone where the paper has none. */
  private static List<Figures> pair(
      PaperMetric metric, String title, String unit, TableBlock block) {
    boolean published = block.hasPublished(metric);
    List<Figures> pair = new ArrayList<>();
    if (published) {
      Column column = new Column(title, unit, "published", "group published");
      pair.add(new Figures(column, metric, ResultTable::published));
    }
    Column column = new Column(title, unit, "measured", published ? "measured" : "group measured");
    pair.add(new Figures(column, metric, ResultTable::measured));
    return pair;
  }

  private static Table table(TableBlock block, List<Figures> figures) {
    return new Table(
        "",
        "method",
        figures.stream().map(Figures::column).toList(),
        block.methods().stream().map(method -> row(block, method, figures)).toList());
  }

  private static Row row(TableBlock block, MethodName method, List<Figures> figures) {
    return new Row(
        method.title(),
        method.learns().mark(),
        "",
        figures.stream()
            .map(each -> block.result(method, each.metric).map(each.cell).orElse(Cell.EMPTY))
            .toList());
  }

  /** With the very digits of the paper. */
  static Cell published(Result result) {
    PublishedFigure figure = result.published();
    if (figure == null) {
      return Cell.EMPTY;
    }
    String std = figure.std() == null ? "" : "(" + figure.std().toPlainString() + ")";
    return new Cell(figure.mean().toPlainString(), std, "", "");
  }

  static Cell measured(Result result) {
    PaperMetric metric = result.metric();
    double std = result.measured().deviation();
    // A second digit after the point says nothing where the first is uncertain.
    int digits = metric.isPercent() && std >= 1 ? 1 : metric.digits();
    return new Cell(
        Words.decimals(result.measured().mean(), metric.digits()),
        Double.isNaN(std) ? "" : "(" + Words.decimals(std, digits) + ")",
        result.isFar() ? "*" : "",
        result.isFar() ? "far" : "");
  }
}
