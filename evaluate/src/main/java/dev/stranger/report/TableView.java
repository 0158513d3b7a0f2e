package dev.stranger.report;

import dev.stranger.Reconstruction;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
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
  private static final double MINUTES_A_DAY = 24 * 60;
  private static final int MOST_DAYS = 1 << 22;

  @Override
  public String guide() {
    return """
        The columns that differ most from what the detector expected, and their share of all \
        differences (squared, each column in its own deviations; a gap or another category counts as \
        one).""";
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
          List.of(
              name(column),
              value(column, sample[column]),
              value(column, made.values()[column]),
              Words.decimals(all == 0 ? 0 : 100 * residual[column] / all, 0) + " %"));
    }
    return Table.of("columns", List.of("column", "value", "expected", "share"), rows);
  }

  private String name(int column) {
    return columns.isEmpty() ? Integer.toString(column + 1) : columns.get(column).name();
  }

  /** What a number stands for. */
  private String value(int column, float value) {
    if (Float.isNaN(value)) {
      return "a gap";
    }
    Kind kind = columns.isEmpty() ? Kind.NUMBER : columns.get(column).kind();
    return switch (kind) {
      case NUMBER -> Words.number(value);
      case CATEGORY -> category(columns.get(column), value);
      case TIME -> time(value);
    };
  }

  private static String category(Column column, float code) {
    boolean known = code >= 0 && code < column.unseen();
    return known ? column.categories().get((int) code) : "not in the training data";
  }

  /** To the minute: floats know no more of days since 1970. */
  private static String time(float days) {
    return Math.abs(days) > MOST_DAYS
        ? Words.number(days) + " days since 1970"
        : LocalDateTime.ofEpochSecond(Math.round(days * MINUTES_A_DAY) * 60, 0, ZoneOffset.UTC)
            .toString()
            .replace('T', ' ');
  }

  private static List<Integer> strangest(float[] residual) {
    return IntStream.range(0, residual.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -residual[column]))
        .limit(STRANGEST)
        .toList();
  }
}
