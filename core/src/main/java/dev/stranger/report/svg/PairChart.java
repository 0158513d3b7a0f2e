package dev.stranger.report.svg;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A small drawing of two series over each other, with what lies between them shaded. */
public final class PairChart {

  private static final double WIDTH = 260;
  private static final double HEIGHT = 96;
  private static final double MARGIN = 4;

  private PairChart() {}

  /**
   * @param series drawn solid
   * @param expected drawn dashed
   */
  public static Markup of(String title, double[] series, double[] expected) {
    double[] x = new double[series.length];
    Arrays.setAll(x, i -> MARGIN + (WIDTH - 2 * MARGIN) * i / Math.max(1, x.length - 1));
    double low =
        DoubleStream.concat(Arrays.stream(series), Arrays.stream(expected)).min().orElse(0);
    double high =
        DoubleStream.concat(Arrays.stream(series), Arrays.stream(expected)).max().orElse(0);
    double[] seriesY = up(series, low, high);
    double[] expectedY = up(expected, low, high);
    Markup svg = Drawing.open(title, WIDTH, HEIGHT);
    svg.empty("path", "class", "between", "d", between(x, seriesY, expectedY));
    Drawing.line(svg, new Ink("expected", "5 3", ""), new Path().through(x, expectedY));
    Drawing.line(svg, Ink.NORMAL, new Path().through(x, seriesY));
    return svg.close("svg");
  }

  private static Path between(double[] x, double[] y, double[] otherY) {
    int n = x.length;
    double[] ringX = new double[2 * n];
    double[] ringY = new double[2 * n];
    for (int i = 0; i < n; i++) {
      ringX[i] = x[i];
      ringY[i] = y[i];
      ringX[2 * n - 1 - i] = x[i];
      ringY[2 * n - 1 - i] = otherY[i];
    }
    return new Path().through(ringX, ringY).close();
  }

  private static double[] up(double[] values, double low, double high) {
    double span = high > low ? high - low : 1;
    double room = HEIGHT - 2 * MARGIN;
    return Arrays.stream(values).map(v -> HEIGHT - MARGIN - room * (v - low) / span).toArray();
  }
}
