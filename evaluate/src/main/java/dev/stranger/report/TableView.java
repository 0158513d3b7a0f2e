package dev.stranger.report;

import dev.stranger.ColumnReason;
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
 * A row of a table: the columns that make most of its score. Where the detector does not say which,
 * those that differ most from their reconstruction, or the first ones.
 */
record TableView(List<Column> columns) implements SampleView {

  private static final int STRANGEST = 5;

  /** Less would be shown as 0 %. */
  private static final double SMALLEST_SHARE = 0.005;

  private static final int FIRST = 10;
  private static final List<String> COMPARED = List.of("column", "value", "expected", "share");

  private static final String MEASURED =
      """
      The share of a column is how far the score falls when this column alone gets the value that \
      is expected there.""";

  private static final String COMPARISON =
      """
      The columns that differ most from what the detector expected, and their share of all \
      differences (squared, each column in its own deviations; a gap or another category counts as \
      one).""";

  @Override
  public String guide(List<Example> examples) {
    boolean measured = examples.stream().anyMatch(one -> !one.explanation().columns().isEmpty());
    return measured ? MEASURED : COMPARISON;
  }

  @Override
  public void draw(Markup page, Example example) {
    @Nullable Reconstruction made = example.explanation().reconstruction();
    List<ColumnReason> reasons = example.explanation().columns();
    Table table =
        !reasons.isEmpty()
            ? explained(reasons)
            : made == null ? alone(example.sample()) : compared(example.sample(), made);
    PageTable.write(page, table);
  }

  private static Table explained(List<ColumnReason> reasons) {
    List<List<String>> rows =
        reasons.stream()
            .filter(one -> one.share() >= SMALLEST_SHARE)
            .limit(STRANGEST)
            .map(one -> row(one.column().name(), one.valueText(), one.expectedText(), one.share()))
            .toList();
    return Table.of("columns", COMPARED, rows);
  }

  private static List<String> row(String name, String value, String expected, double share) {
    return List.of(name, value, expected, Words.decimals(100 * share, 0) + " %");
  }

  private Table alone(float[] sample) {
    List<List<String>> rows = new ArrayList<>();
    for (int column = 0; column < Math.min(FIRST, sample.length); column++) {
      rows.add(List.of(name(column), value(column, sample[column])));
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
          row(
              name(column),
              value(column, sample[column]),
              value(column, made.values()[column]),
              all == 0 ? 0 : residual[column] / all));
    }
    return Table.of("columns", COMPARED, rows);
  }

  private String name(int column) {
    return columns.isEmpty() ? Integer.toString(column + 1) : columns.get(column).name();
  }

  private String value(int column, float value) {
    return columns.isEmpty() ? Words.number(value) : columns.get(column).text(value);
  }

  private static List<Integer> strangest(float[] residual) {
    return IntStream.range(0, residual.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -residual[column]))
        .limit(STRANGEST)
        .toList();
  }
}
