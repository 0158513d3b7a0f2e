package dev.stranger.report;

import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.LogScale;
import dev.stranger.report.svg.Scale;
import java.util.Arrays;
import java.util.List;

/**
 * The axis on which several sets of scores are shown: it reaches over all but the outermost few of
 * each set, as a single far score would press all others into a corner.
 */
public final class ScoreAxis {

  /** Share of a set that may lie beyond either end. */
  public static final double BEYOND = 0.002;

  /** Scores that are looked at to choose an axis; a set may hold a million. */
  private static final int LOOKED_AT = 4096;

  /** From this ratio on a logarithmic axis shows more. */
  static final double WIDE = 6;

  private static final double MARGIN = 0.03;

  private ScoreAxis() {}

  /**
   * @param within a value that must be on the axis, or NaN
   */
  static Scale covering(List<double[]> sets, double within) {
    double low = Double.isNaN(within) ? Double.POSITIVE_INFINITY : within;
    double high = Double.isNaN(within) ? Double.NEGATIVE_INFINITY : within;
    for (double[] set : sets) {
      double[] sorted = sortedPart(set);
      low = Math.min(low, sorted[beyond(sorted)]);
      high = Math.max(high, highest(sorted));
    }
    return low < high ? between(low, high) : around(low);
  }

  /** Linear from 0 on, for scores of which none is below 0. */
  public static Scale fromZero(List<double[]> sets) {
    double high =
        sets.stream().map(ScoreAxis::sortedPart).mapToDouble(ScoreAxis::highest).max().orElse(0);
    return LinearScale.of(0, high > 0 ? (1 + MARGIN) * high : 1);
  }

  private static double highest(double[] sorted) {
    return sorted[sorted.length - 1 - beyond(sorted)];
  }

  private static int beyond(double[] sorted) {
    return (int) (BEYOND * sorted.length);
  }

  static double[] sortedPart(double[] set) {
    int step = (set.length + LOOKED_AT - 1) / LOOKED_AT;
    double[] part = new double[(set.length + step - 1) / step];
    Arrays.setAll(part, i -> set[i * step]);
    Arrays.sort(part);
    return part;
  }

  private static Scale between(double low, double high) {
    if (low * high > 0 && Math.max(high / low, low / high) > WIDE) {
      double margin = Math.pow(Math.max(high / low, low / high), MARGIN);
      return low > 0
          ? LogScale.of(low / margin, high * margin)
          : LogScale.of(low * margin, high / margin);
    }
    double margin = MARGIN * (high - low);
    return LinearScale.of(low - margin, high + margin);
  }

  private static Scale around(double value) {
    double reach = value == 0 ? 1 : Math.abs(value) / 2;
    return LinearScale.of(value - reach, value + reach);
  }
}
