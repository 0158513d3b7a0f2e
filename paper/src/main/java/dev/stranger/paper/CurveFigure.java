package dev.stranger.paper;

import java.util.Arrays;
import java.util.List;

/**
 * How something measured depends on a setting.
 *
 * @param x what is varied
 * @param y what is measured, with its unit
 */
public record CurveFigure(String title, String x, Spacing spacing, String y, List<Line> lines) {

  /** Of the values that are varied. */
  public enum Spacing {
    LINEAR,
    LOG
  }

  public CurveFigure {
    lines = List.copyOf(lines);
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("'%s' has no lines".formatted(title));
    }
    double lowest = lines.stream().flatMapToDouble(line -> Arrays.stream(line.x)).min().orElse(0);
    if (spacing == Spacing.LOG && lowest <= 0) {
      throw new IllegalArgumentException(
          "'%s' has a logarithmic axis, which cannot show %s".formatted(title, lowest));
    }
  }

  /**
   * @param x ascending
   * @param mean at each x
   * @param deviation over seeds at each x, empty when it is not known
   */
  public record Line(String name, double[] x, double[] mean, double[] deviation) {

    public Line {
      if (x.length == 0
          || mean.length != x.length
          || deviation.length != 0 && deviation.length != x.length) {
        throw new IllegalArgumentException(
            "line '%s' has %d places, %d means and %d deviations"
                .formatted(name, x.length, mean.length, deviation.length));
      }
      for (double[] numbers : List.of(x, mean, deviation)) {
        if (!Arrays.stream(numbers).allMatch(Double::isFinite)) {
          throw new IllegalArgumentException(
              "line '%s' has numbers that are not finite: %s"
                  .formatted(name, Arrays.toString(numbers)));
        }
      }
    }

    double low(int i) {
      return mean[i] - (deviation.length == 0 ? 0 : deviation[i]);
    }

    double high(int i) {
      return mean[i] + (deviation.length == 0 ? 0 : deviation[i]);
    }
  }
}
