package dev.stranger.score;

import dev.stranger.ColumnReason;
import dev.stranger.table.Column;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds which columns of a row make its score: replaces the value of one column at a time by what
 * the other columns let expect, and by some values around it, judges again, and takes the lowest
 * score. Costs some ten judgements a column, of the {@value #MOST_COLUMNS} columns at most that are
 * farthest from what is expected of them.
 */
record ColumnSearch(Answers answers, Metadata metadata) {

  static final int MOST_COLUMNS = 64;

  /** Where a number is tried, from its value in the row to the expected one and beyond. */
  private static final float[] STEPS = STEPS();

  static float[] STEPS() {
    String s = System.getProperty("steps", "1,0.5,0.8,0.9,1.1,1.2");
    String[] p = s.split(",");
    float[] f = new float[p.length];
    for (int i = 0; i < f.length; i++) f[i] = Float.parseFloat(p[i]);
    return f;
  }

  private static final int MOST_CATEGORIES = Integer.getInteger("cats", 10);

  /** A category or a gap that is not as expected counts as so many squared deviations. */
  private static final double OTHER = 9;

  /**
   * A value that is tried in a column.
   *
   * @param column its position
   */
  private record Trial(int column, float value) {}

  /** Whether the detector knows what to expect of columns. */
  static boolean isPossible(Answers answers, Metadata metadata) {
    return answers.outputs().contains(Answers.EXPECTED)
        && metadata.columns().size() == metadata.shape().size();
  }

  /** The columns of one row, those with the largest share first. */
  List<ColumnReason> reasons(float[] row) {
    float[] expected = answers.output(FloatBuffer.wrap(row), 1, Answers.EXPECTED);
    List<Trial> trials = new ArrayList<>();
    for (int column : candidates(row, expected)) {
      values(column, row[column], expected[column])
          .forEach(value -> trials.add(new Trial(column, value)));
    }
    float[] scores = scores(row, trials);
    double before = answers.output(FloatBuffer.wrap(row), 1, "score")[0];
    float[] best = expected.clone();
    double[] falls = new double[row.length];
    for (int i = 0; i < scores.length; i++) {
      Trial trial = trials.get(i);
      double fall = before - scores[i];
      if (fall > falls[trial.column]) {
        falls[trial.column] = fall;
        best[trial.column] = trial.value;
      }
    }
    double all = Arrays.stream(falls).sum();
    return IntStream.range(0, row.length)
        .mapToObj(
            i ->
                new ColumnReason(
                    metadata.columns().get(i),
                    row[i],
                    best[i],
                    falls[i],
                    all == 0 ? 0 : falls[i] / all))
        .sorted(Comparator.comparingDouble(reason -> -reason.fall()))
        .toList();
  }

  private int[] candidates(float[] row, float[] expected) {
    return IntStream.range(0, row.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -distance(column, row, expected)))
        .limit(MOST_COLUMNS)
        .mapToInt(column -> column)
        .sorted()
        .toArray();
  }

  private double distance(int column, float[] row, float[] expected) {
    double difference = (row[column] - expected[column]) / metadata.deviations().get(column);
    boolean isCategory = metadata.columns().get(column).kind() == Column.Kind.CATEGORY;
    boolean isOther = Double.isNaN(difference) || isCategory && difference != 0;
    return isOther ? OTHER : difference * difference;
  }

  private List<Float> values(int column, float value, float expected) {
    Column kind = metadata.columns().get(column);
    List<Float> values = new ArrayList<>();
    switch (kind.kind()) {
      case NUMBER -> {
        for (float step : STEPS) {
          values.add(
              Float.isNaN(value)
                  ? expected + (1 - step) * metadata.deviations().get(column)
                  : value + step * (expected - value));
        }
      }
      case CATEGORY -> {
        values.add(expected);
        for (int code = 0; code < Math.min(MOST_CATEGORIES, kind.categories().size()); code++) {
          values.add((float) code);
        }
      }
      case TIME -> values.addAll(times(value, expected));
    }
    return values;
  }

  /** Other hours, other days of the week, and the expected days. */
  private static List<Float> times(float value, float expected) {
    List<Float> values = new ArrayList<>();
    double day = Math.floor(Float.isNaN(value) ? expected : value);
    double ofDay = Float.isNaN(value) ? 0.5 : value - day;
    for (int k = -3; k <= 3; k++) {
      values.add((float) (day + k + ofDay));
      values.add((float) (Math.floor(expected) + k + ofDay));
    }
    for (int hour = 0; hour < 24; hour++) {
      values.add((float) (day + hour / 24.0));
      values.add((float) (Math.floor(expected) + hour / 24.0));
    }
    return values;
  }

  private float[] scores(float[] row, List<Trial> trials) {
    float[] scores = new float[trials.size()];
    int most = answers.engine().batchSize();
    for (int from = 0; from < scores.length; from += most) {
      int count = Math.min(most, scores.length - from);
      float[] rows = new float[count * row.length];
      for (int i = 0; i < count; i++) {
        System.arraycopy(row, 0, rows, i * row.length, row.length);
        rows[i * row.length + trials.get(from + i).column] = trials.get(from + i).value;
      }
      float[] judged = answers.output(FloatBuffer.wrap(rows), count, "score");
      System.arraycopy(judged, 0, scores, from, count);
    }
    return scores;
  }
}
