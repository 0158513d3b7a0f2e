package dev.stranger.paper;

import dev.stranger.report.Words;
import dev.stranger.report.svg.Markup;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A block of a table on a page. */
final class PageTable {

  private final PaperTable table;
  private final TableBlock block;
  private final List<PaperMetric> metrics;

  PageTable(PaperTable table, TableBlock block) {
    this.table = table;
    this.block = block;
    metrics =
        Stream.concat(table.metrics().stream(), Arrays.stream(PaperMetric.values()))
            .distinct()
            .filter(metric -> metric != PaperMetric.FPR95_OUT_POSITIVE) // files hold it
            .filter(block::has)
            .toList();
  }

  void writeTo(Markup page) {
    page.open("table", "class", "metrics pairs").open("thead");
    writeTitles(page);
    writeHeads(page);
    page.close("thead").open("tbody");
    block.methods().forEach(method -> writeRow(page, method));
    page.close("tbody").close("table");
  }

  private void writeTitles(Markup page) {
    page.open("tr").element("td", "");
    for (PaperMetric metric : metrics) {
      int columns = block.hasPublished(metric) ? 2 : 1;
      page.open("th", "scope", "colgroup", "colspan", columns, "class", "group");
      page.text(metric.title() + " ").element("span", unit(metric), "class", "unit").close("th");
    }
    page.element("td", "", "colspan", 2, "class", "group").close("tr").newLine();
  }

  /** Without an arrow where the best is neither low nor high. */
  private String unit(PaperMetric metric) {
    return table == PaperTable.SAME ? (metric.isPercent() ? "%" : "") : metric.unit();
  }

  private void writeHeads(Markup page) {
    page.open("tr").element("th", "method", "scope", "col");
    for (PaperMetric metric : metrics) {
      if (block.hasPublished(metric)) {
        page.element("th", "published", "scope", "col", "class", "group published");
      }
      page.element("th", "measured", "scope", "col", "class", measuredClass(metric));
    }
    page.element("th", "epochs", "scope", "col", "class", "group");
    page.element("th", "seeds", "scope", "col").close("tr").newLine();
  }

  /** The first column of a metric has a line at its left. */
  private String measuredClass(PaperMetric metric) {
    return block.hasPublished(metric) ? "measured" : "group measured";
  }

  private void writeRow(Markup page, MethodName method) {
    page.open("tr").open("th", "scope", "row").text(method.title());
    page.element("span", method.learns().mark(), "class", "role").close("th");
    for (PaperMetric metric : metrics) {
      Optional<Result> result = block.result(method, metric);
      if (block.hasPublished(metric)) {
        FigureText published = result.map(FigureText::published).orElse(FigureText.NONE);
        writeCell(page, published, "group published");
      }
      writeCell(
          page, result.map(FigureText::measured).orElse(FigureText.NONE), measuredClass(metric));
    }
    Result any = block.any(method);
    String epochs = any.epochs() == 0 ? "–" : Words.count(any.epochs());
    page.element("td", epochs, "class", "group");
    page.element("td", Words.count(any.measured().count())).close("tr").newLine();
  }

  private static void writeCell(Markup page, FigureText figure, String look) {
    page.open("td", "class", figure.far() ? look + " far" : look);
    page.text((figure.far() ? FigureText.MARK + " " : "") + figure.mean());
    if (!figure.std().isEmpty()) {
      page.element("span", " " + figure.std(), "class", "unit");
    }
    page.close("td");
  }
}
