package dev.stranger.report;

import dev.stranger.Reconstruction;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import dev.stranger.table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table: the columns that differ most from their reconstruction; the first ones where
 * there is none.
 */
record TableView(List<Column> columns) implements SampleView {

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
    @Nullable Reconstruction made = example.explanation().reconstruction();
    PageTable.write(
        page, made == null ? alone(example.sample()) : compared(example.sample(), made));
  }

  private Table alone(float[] sample) {
    List<List<String>> rows = new ArrayList<>();
    for (int column = 0; column < Math.min(FIRST, sample.length); column++) {
      rows.add(List.of(name(column), Words.number(sample[column])));
    }
    if (sample.length > FIRST) {
      rows.add(List.of("and " + Words.count(sample.length - FIRST) + " more", ""));
    }
    return Table.of("columns", List.of("column", "value"), rows);
  }

  private Table compared(float[] sample, Reconstruction made) {
    float[] residual = made.residual();
    double all = IntStream.range(0, residual.length).mapToDouble(i -> residual[i]).sum();
    List<List<String>> rows = new ArrayList<>();
    for (int column : strangest(residual)) {
      rows.add(
          List.of(
              name(column),
              Words.number(sample[column]),
              Words.number(made.values()[column]),
              Words.decimals(all == 0 ? 0 : 100 * residual[column] / all, 0) + " %"));
    }
    return Table.of("columns", List.of("column", "value", "expected", "share"), rows);
  }

  private String name(int column) {
    return columns.isEmpty() ? Integer.toString(column + 1) : columns.get(column).name();
  }

  private static List<Integer> strangest(float[] residual) {
    return IntStream.range(0, residual.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -residual[column]))
        .limit(STRANGEST)
        .toList();
  }
}
