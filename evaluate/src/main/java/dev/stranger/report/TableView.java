package dev.stranger.report;

import dev.stranger.Reconstruction;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table: the columns that differ most from their reconstruction; the first ones where
 * there is none.
 */
record TableView(List<String> columns) implements SampleView {

  private static final int STRANGEST = 5;
  private static final int FIRST = 10;

  @Override
  public String guide() {
    return """
        The columns that differ most from what the detector expected, and their share of all \
        differences (squared, each column in its own deviations).""";
  }

  @Override
  public void draw(Markup page, Example example) {
    page.open("table", "class", "columns");
    @Nullable Reconstruction made = example.explanation().reconstruction();
    if (made == null) {
      writeAlone(page, example.sample());
    } else {
      writeCompared(page, example.sample(), made);
    }
    page.close("tbody").close("table");
  }

  private void writeAlone(Markup page, float[] sample) {
    writeHead(page, "column", "value");
    for (int column = 0; column < Math.min(FIRST, sample.length); column++) {
      writeRow(page, name(column), Words.number(sample[column]));
    }
    if (sample.length > FIRST) {
      writeRow(page, "and " + Words.count(sample.length - FIRST) + " more", "");
    }
  }

  private void writeCompared(Markup page, float[] sample, Reconstruction made) {
    float[] residual = made.residual();
    double all = IntStream.range(0, residual.length).mapToDouble(i -> residual[i]).sum();
    writeHead(page, "column", "value", "expected", "share");
    for (int column : strangest(residual)) {
      writeRow(
          page,
          name(column),
          Words.number(sample[column]),
          Words.number(made.values()[column]),
          Words.decimals(all == 0 ? 0 : 100 * residual[column] / all, 0) + " %");
    }
  }

  private static void writeHead(Markup page, String... heads) {
    page.open("thead").open("tr");
    for (String head : heads) {
      page.element("th", head, "scope", "col");
    }
    page.close("tr").close("thead").open("tbody");
  }

  private static void writeRow(Markup page, String name, String... cells) {
    page.open("tr").element("th", name, "scope", "row");
    for (String cell : cells) {
      page.element("td", cell);
    }
    page.close("tr");
  }

  private String name(int column) {
    return columns.isEmpty() ? Integer.toString(column + 1) : columns.get(column);
  }

  private static List<Integer> strangest(float[] residual) {
    return IntStream.range(0, residual.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -residual[column]))
        .limit(STRANGEST)
        .toList();
  }
}
