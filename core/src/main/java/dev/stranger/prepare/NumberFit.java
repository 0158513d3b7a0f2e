package dev.stranger.prepare;

import dev.stranger.prepare.NumberFact.Reading;
import dev.stranger.prepare.TableFit.Rows;
import dev.stranger.prepare.TableFit.Together;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fits the numbers of a {@link TableEncoding}. */
final class NumberFit {

  /** Sine and cosine of what hardly varies are not blown up. */
  private static final double SMALLEST_ON_CIRCLE = 0.1;

  /** Below this deviation, weekday or hour are the same in all rows, but for rounding. */
  private static final double SAME = 1e-3;

  /**
   * Where no row has a gap, one counts as a number twice as far out as the farthest, and as this
   * many deviations at least.
   */
  private static final double FEWEST_DEVIATIONS = 10;

  /**
   * The kurtosis above which the tails of a column hide the rest of it, twice that of an
   * exponential distribution.
   */
  private static final double HEAVY_TAILS = 20;

  /** Of a normal distribution, in deviations. */
  private static final double QUARTILES_APART = 1.349;

  private static final int MOST_FOR_QUARTILES = 10_000;

  private final List<Column> columns;
  private final Rows rows;
  private final Together together;
  private final boolean mayBend;
  private final List<Fact> facts;

  /** A reading of a column, before anything is known of its values. */
  private record Fact(int column, Reading reading) {}

  /**
   * What is known of each fact.
   *
   * @param farthest value from the mean
   */
  private record Moments(
      double[] means, double[] deviations, double[] kurtoses, double[] farthest) {}

  NumberFit(List<Column> columns, Rows rows, Together together, boolean mayBend) {
    this.columns = columns;
    this.rows = rows;
    this.together = together;
    this.mayBend = mayBend;
    this.facts = facts();
  }

  /** The values of all columns that are no categories, then what is read of times besides. */
  private List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() != Kind.CATEGORY) {
        facts.add(new Fact(column, Reading.VALUE));
      }
    }
    for (int column = 0; column < columns.size(); column++) {
      if (columns.get(column).kind() == Kind.TIME) {
        for (Reading reading : Reading.values()) {
          if (reading != Reading.VALUE) {
            facts.add(new Fact(column, reading));
          }
        }
      }
    }
    return facts;
  }

  /**
   * @param gaps of each column, and more
   * @param count of rows
   */
  List<NumberFact> fit(double[] gaps, double count) {
    double[] present =
        facts.stream().mapToDouble(fact -> Math.max(1, count - gaps[fact.column])).toArray();
    Moments moments = moments(present);
    NumberScale[] scales = new NumberScale[facts.size()];
    List<Integer> heavy = new ArrayList<>();
    for (int i = 0; i < scales.length; i++) {
      Fact fact = facts.get(i);
      double least = fact.reading == Reading.VALUE ? 0 : SMALLEST_ON_CIRCLE;
      double deviation = Math.max(least, moments.deviations[i]);
      scales[i] = NumberScale.straight((float) moments.means[i], positive(deviation));
      boolean isNumber = columns.get(fact.column).kind() == Kind.NUMBER;
      if (mayBend && isNumber && moments.kurtoses[i] > HEAVY_TAILS) {
        heavy.add(i);
      }
    }
    if (!heavy.isEmpty()) {
      bend(heavy, scales, present, count, moments.farthest);
    }
    List<NumberFact> numbers = new ArrayList<>();
    for (int i = 0; i < scales.length; i++) {
      Fact fact = facts.get(i);
      boolean isValue = fact.reading == Reading.VALUE;
      if (isValue || varies(moments.deviations, fact)) {
        double far = Math.max(FEWEST_DEVIATIONS, 2 * moments.farthest[i] / scales[i].deviation());
        double gap = isValue && gaps[fact.column] == 0 ? far : 0;
        numbers.add(
            new NumberFact(
                fact.column, fact.reading, scales[i], TableEncoding.bounded((float) gap)));
      }
    }
    return numbers;
  }

  /** A constant column is only centred. */
  private static float positive(double deviation) {
    float positive = (float) deviation;
    return positive > 0 ? positive : 1;
  }

  private Moments moments(double[] present) {
    double[] own = new double[present.length];
    forEach((i, value) -> own[i] += value);
    double[] means = averages(own, present);
    double[] squares = new double[means.length];
    double[] fourths = new double[means.length];
    double[] farthest = new double[means.length];
    forEach(
        (i, value) -> {
          double centred = value - means[i];
          squares[i] += centred * centred;
          fourths[i] += centred * centred * centred * centred;
          farthest[i] = Math.max(farthest[i], Math.abs(centred));
        });
    double[] variances = averages(squares, present);
    double[] kurtoses = averages(fourths, present);
    Arrays.setAll(kurtoses, i -> kurtoses[i] / (variances[i] * variances[i]));
    double[] deviations = Arrays.stream(variances).map(Math::sqrt).toArray();
    return new Moments(means, deviations, kurtoses, together.largest(farthest));
  }

  private double[] averages(double[] own, double[] present) {
    double[] averages = together.sum(own);
    Arrays.setAll(averages, i -> averages[i] / present[i]);
    return averages;
  }

  /**
   * Gives heavy tails a scale that grows like a logarithm.
   *
   * @param scales straight ones, some of which are replaced
   * @param farthest value from the mean of each scale, likewise
   */
  private void bend(
      List<Integer> heavy,
      NumberScale[] scales,
      double[] present,
      double count,
      double[] farthest) {
    double[] quartiles = quartiles(heavy, count);
    for (int k = 0; k < heavy.size(); k++) {
      int i = heavy.get(k);
      double spread = (quartiles[3 * k + 2] - quartiles[3 * k]) / QUARTILES_APART;
      float unit = scales[i].deviation();
      scales[i] =
          NumberScale.bent((float) quartiles[3 * k + 1], spread > 0 ? (float) spread : unit, unit);
    }
    double[] sums = new double[scales.length];
    double[] squares = new double[scales.length];
    double[] ends = new double[2 * scales.length];
    forEach(
        (i, value) -> {
          if (scales[i].isBent()) {
            double curved = scales[i].apply(value);
            sums[i] += curved;
            squares[i] += curved * curved;
            ends[2 * i] = Math.max(ends[2 * i], curved);
            ends[2 * i + 1] = Math.max(ends[2 * i + 1], -curved);
          }
        });
    double[] means = averages(sums, present);
    double[] meanSquares = averages(squares, present);
    double[] allEnds = together.largest(ends);
    for (int i : heavy) {
      double variance = Math.max(0, meanSquares[i] - means[i] * means[i]);
      scales[i] = scales[i].with((float) means[i], positive(Math.sqrt(variance)));
      farthest[i] = Math.max(allEnds[2 * i] - means[i], allEnds[2 * i + 1] + means[i]);
    }
  }

  /**
   * First quartile, median and third quartile of each of some facts, of rows from all over the
   * table; those of several machines are averaged.
   */
  private double[] quartiles(List<Integer> chosen, double count) {
    int stride = (int) Math.ceil(count / MOST_FOR_QUARTILES);
    List<float[]> some = new ArrayList<>();
    int[] seen = {0};
    rows.forEach(
        row -> {
          if (seen[0]++ % stride == 0) {
            some.add(row.clone());
          }
        });
    double[] own = new double[4 * chosen.size()];
    for (int k = 0; k < chosen.size(); k++) {
      int column = facts.get(chosen.get(k)).column;
      double[] values =
          some.stream().mapToDouble(row -> row[column]).filter(v -> v == v).sorted().toArray();
      if (values.length > 0) {
        for (int quartile = 0; quartile < 3; quartile++) {
          own[3 * k + quartile] = values[(quartile + 1) * (values.length - 1) / 4];
        }
        own[3 * chosen.size() + k] = 1;
      }
    }
    double[] all = together.sum(own);
    double[] quartiles = new double[3 * chosen.size()];
    Arrays.setAll(quartiles, i -> all[i] / Math.max(1, all[3 * chosen.size() + i / 3]));
    return quartiles;
  }

  /** Whether sine or cosine of the same circle do. */
  private boolean varies(double[] deviations, Fact own) {
    for (int i = 0; i < deviations.length; i++) {
      Fact other = facts.get(i);
      boolean sameCircle =
          other.column == own.column
              && other.reading != Reading.VALUE
              && other.reading.isOfWeek() == own.reading.isOfWeek();
      if (sameCircle && deviations[i] > SAME) {
        return true;
      }
    }
    return false;
  }

  /** Takes a reading that is there, and its position among the facts. */
  private interface Visitor {
    void visit(int index, float value);
  }

  private void forEach(Visitor visitor) {
    Fact[] all = facts.toArray(Fact[]::new);
    rows.forEach(
        row -> {
          for (int i = 0; i < all.length; i++) {
            float value = row[all[i].column];
            if (!Float.isNaN(value)) {
              visitor.visit(i, all[i].reading.of(value));
            }
          }
        });
  }
}
