package dev.stranger.report.svg;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** A small drawing of a series, alone or over what was expected, with the room between shaded. */
public final class SeriesChart {

  private static final double WIDTH = 260;
  private static final double HEIGHT = 96;
  private static final double MARGIN = 4;

  private SeriesChart() {}

  public static Drawing of(String title, double[] series) {
    Path line = new Path().through(along(series), up(series, series));
    return new Drawing(title, WIDTH, HEIGHT, canvas -> canvas.line(Ink.NORMAL, line));
  }

  /**
   * @param series drawn solid
   * @param expected drawn dashed
   */
  public static Drawing of(String title, double[] series, double[] expected) {
    double[] x = along(series);
    double[] both = DoubleStream.concat(Arrays.stream(series), Arrays.stream(expected)).toArray();
    double[] seriesY = up(series, both);
    double[] expectedY = up(expected, both);
    return new Drawing(
        title,
        WIDTH,
        HEIGHT,
        canvas -> {
          canvas.shape("between", between(x, seriesY, expectedY));
          canvas.line(new Ink("expected", "5 3", ""), new Path().through(x, expectedY));
          canvas.line(Ink.NORMAL, new Path().through(x, seriesY));
        });
  }

  private static double[] along(double[] series) {
    double[] x = new double[series.length];
    Arrays.setAll(x, i -> MARGIN + (WIDTH - 2 * MARGIN) * i / Math.max(1, x.length - 1));
    return x;
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

  /**
   * @param all values that the drawing must hold
   */
  private static double[] up(double[] values, double[] all) {
    double low = Arrays.stream(all).min().orElse(0);
    double high = Arrays.stream(all).max().orElse(0);
    double span = high > low ? high - low : 1;
    double room = HEIGHT - 2 * MARGIN;
    return Arrays.stream(values).map(v -> HEIGHT - MARGIN - room * (v - low) / span).toArray();
  }
}
