package dev.stranger.report;

import dev.stranger.report.Findings.Example;
import dev.stranger.report.svg.Markup;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** A row of a table: the columns that differ most from their reconstruction. */
record TableView(List<String> columns) implements SampleView {

  private static final int COLUMNS = 5;

  @Override
  public String guide() {
    return """
        The columns that differ most from what the detector expected, and their share of all \
        differences (squared, each column in its own deviations).""";
  }

  @Override
  public void draw(Markup page, Example example) {
    float[] residual = example.explanation().residual();
    double all = IntStream.range(0, residual.length).mapToDouble(i -> residual[i]).sum();
    page.open("table", "class", "columns").open("thead").open("tr");
    for (String head : List.of("column", "value", "expected", "share")) {
      page.element("th", head, "scope", "col");
    }
    page.close("tr").close("thead").open("tbody");
    for (int column : strangest(residual)) {
      page.open("tr").element("th", name(column), "scope", "row");
      page.element("td", Words.number(example.sample()[column]));
      page.element("td", Words.number(example.explanation().reconstruction()[column]));
      page.element("td", Words.decimals(all == 0 ? 0 : 100 * residual[column] / all, 0) + " %");
      page.close("tr");
    }
    page.close("tbody").close("table");
  }

  private String name(int column) {
    return columns.isEmpty() ? Integer.toString(column + 1) : columns.get(column);
  }

  private static List<Integer> strangest(float[] residual) {
    return IntStream.range(0, residual.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -residual[column]))
        .limit(COLUMNS)
        .toList();
  }
}
