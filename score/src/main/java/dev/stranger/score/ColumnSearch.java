package dev.stranger.score;

import dev.stranger.ColumnReason;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.score.Answers.Judgement;
import dev.stranger.table.Column;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds which columns of a row make its score: replaces the value of one column at a time by what
 * the other columns let expect, by values around it, and by others that the column often has,
 * judges again, and takes the lowest score. Costs some ten to twenty judgements a column, sixty of
 * a time, of the {@value #MOST_COLUMNS} columns at most that are farthest from what is expected.
 */
record ColumnSearch(Answers answers, Metadata metadata, FalseAlarmBound bound) {

  static final int MOST_COLUMNS = 64;

  /** Of one row, when it stays a stranger. */
  private static final int MOST_REPLACED = 3;

  /** Where a number is tried: 0 is its value in the row, 1 the expected one. */
  private static final float[] STEPS = {1, 0.5f, 0.8f, 0.9f, 1.1f, 1.2f};

  /** The most frequent ones are tried, beside the expected one. */
  private static final int MOST_CATEGORIES = 10;

  private static final int HOURS = 24;
  private static final double NOON = 0.5;

  /** Days before and after: one of each weekday. */
  private static final int HALF_WEEK = 3;

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
    int width = metadata.shape().size();
    return answers.outputs().contains(Answers.EXPECTED)
        && metadata.columns().size() == width
        && metadata.deviations().size() == width;
  }

  /**
   * The columns of one search.
   *
   * @param falls of the score, by column: 0 where no value made it fall
   * @param best the values that made it fall farthest
   * @param isStranger whether the row is one, as it is
   */
  private record Found(double[] falls, float[] best, boolean isStranger) {

    int largest() {
      int largest = 0;
      for (int i = 1; i < falls.length; i++) {
        largest = falls[i] > falls[largest] ? i : largest;
      }
      return largest;
    }
  }

  /**
   * Those columns of a row that its score can fall by, the one with the largest share first. When
   * the row is a stranger, and still one after the best replacement, others are sought in the row
   * so mended, and those that were replaced make the score alone.
   */
  List<ColumnReason> reasons(float[] row) {
    Found found = search(row);
    double[] falls = found.falls;
    float[] best = found.best;
    if (found.isStranger) {
      float[] mended = row.clone();
      double[] replaced = new double[row.length];
      for (int i = 0; i < MOST_REPLACED && found.isStranger; i++) {
        int column = found.largest();
        if (found.falls[column] == 0) {
          break;
        }
        replaced[column] += found.falls[column];
        best[column] = found.best[column];
        mended[column] = best[column];
        found = search(mended);
      }
      boolean several = Arrays.stream(replaced).filter(fall -> fall > 0).count() > 1;
      falls = several ? replaced : falls;
    }
    return inOrder(row, best, falls);
  }

  private List<ColumnReason> inOrder(float[] row, float[] best, double[] falls) {
    double all = Arrays.stream(falls).sum();
    return IntStream.range(0, row.length)
        .filter(i -> falls[i] > 0)
        .mapToObj(i -> new ColumnReason(metadata.columns().get(i), row[i], best[i], falls[i] / all))
        .sorted(Comparator.comparingDouble(reason -> -reason.share()))
        .toList();
  }

  private Found search(float[] row) {
    float[] expected = answers.output(FloatBuffer.wrap(row), 1, Answers.EXPECTED);
    Judgement now = answers.judge(FloatBuffer.wrap(row), 1);
    List<Trial> trials = new ArrayList<>();
    for (int column : candidates(row, expected)) {
      values(column, row[column], expected[column])
          .forEach(value -> trials.add(new Trial(column, value)));
    }
    float[] scores = scores(row, trials);
    float[] best = row.clone();
    double[] falls = new double[row.length];
    for (int i = 0; i < scores.length; i++) {
      Trial trial = trials.get(i);
      double fall = now.scores()[0] - scores[i];
      if (fall > falls[trial.column]) {
        falls[trial.column] = fall;
        best[trial.column] = trial.value;
      }
    }
    return new Found(falls, best, bound.flags(now.pValues()[0]));
  }

  private int[] candidates(float[] row, float[] expected) {
    return IntStream.range(0, row.length)
        .boxed()
        .sorted(Comparator.comparingDouble(column -> -distance(column, row, expected)))
        .limit(MOST_COLUMNS)
        .mapToInt(column -> column)
        .toArray();
  }

  private double distance(int column, float[] row, float[] expected) {
    double difference = (row[column] - expected[column]) / metadata.deviations().get(column);
    boolean isCategory = metadata.columns().get(column).kind() == Column.Kind.CATEGORY;
    boolean isOther = Double.isNaN(difference) || isCategory && difference != 0;
    return isOther ? OTHER : difference * difference;
  }

  private List<Float> values(int column, float value, float expected) {
    Column own = metadata.columns().get(column);
    return switch (own.kind()) {
      case NUMBER -> {
        List<Float> values = numbers(value, expected, metadata.deviations().get(column));
        if (!metadata.usualValues().isEmpty()) {
          values.addAll(metadata.usualValues().get(column));
        }
        yield values;
      }
      case CATEGORY -> categories(own, expected);
      case TIME -> times(value, expected);
    };
  }

  /** Of a column that may hold whole numbers alone, also the next whole ones. */
  private static List<Float> numbers(float value, float expected, float unit) {
    List<Float> values = new ArrayList<>();
    for (float step : STEPS) {
      values.add(
          Float.isNaN(value) ? expected + (1 - step) * unit : value + step * (expected - value));
    }
    if (value == Math.rint(value)) {
      values.add((float) Math.floor(expected));
      values.add((float) Math.ceil(expected));
    }
    return values;
  }

  private static List<Float> categories(Column column, float expected) {
    List<Float> values = new ArrayList<>();
    values.add(expected);
    for (int code = 0; code < Math.min(MOST_CATEGORIES, column.categories().size()); code++) {
      values.add((float) code);
    }
    return values;
  }

  /** Other hours, other days of the week, and the expected days. */
  private static List<Float> times(float value, float expected) {
    List<Float> values = new ArrayList<>();
    double day = Math.floor(Float.isNaN(value) ? expected : value);
    double ofDay = Float.isNaN(value) ? NOON : value - day;
    for (int k = -HALF_WEEK; k <= HALF_WEEK; k++) {
      values.add((float) (day + k + ofDay));
      values.add((float) (Math.floor(expected) + k + ofDay));
    }
    for (int hour = 0; hour < HOURS; hour++) {
      values.add((float) (day + (double) hour / HOURS));
      values.add((float) (Math.floor(expected) + (double) hour / HOURS));
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
      float[] judged = answers.output(FloatBuffer.wrap(rows), count, Answers.SCORE);
      System.arraycopy(judged, 0, scores, from, count);
    }
    return scores;
  }
}
