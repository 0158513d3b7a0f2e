package dev.stranger.data.generate;

import java.util.Arrays;

/**
 * How much of every pixel a polygon covers, exactly.
 *
 * <p>Pixel {@code (column, row)} is the unit square with that corner nearest to the origin. As in a
 * font renderer, every edge leaves in the pixels it crosses how much it adds to the area on its
 * right; the running sum along a row is then the covered area, at a cost of the length of the
 * outline and the box around it, not of the canvas. Pixels enclosed twice count once; only in a
 * pixel where the outline crosses itself is the result an approximation.
 *
 * <p>Not thread-safe.
 */
final class PolygonCoverage {

  /** Takes what is covered; pixels outside of the polygon's box are not reported. */
  interface Pixels {
    void accept(int column, int row, double coverage);
  }

  private final int width;
  private final int height;

  /** Two more than the width: an edge on the right border spills into the pixels beyond. */
  private final int stride;

  private final double[] steps;

  PolygonCoverage(int width, int height) {
    this.width = width;
    this.height = height;
    stride = width + 2;
    steps = new double[stride * height];
  }

  /**
   * Reports the pixels of a polygon.
   *
   * @throws IllegalArgumentException when a corner is outside of the canvas
   */
  void of(Polygon polygon, Pixels pixels) {
    Box box = Box.around(polygon);
    if (!box.fits(width, height)) {
      throw new IllegalArgumentException(
          "the polygon fills %s, outside of the canvas of %dx%d".formatted(box, width, height));
    }
    addEdges(polygon.x(), polygon.y());
    sweep(box, pixels);
  }

  private void addEdges(double[] x, double[] y) {
    for (int i = 0, last = x.length - 1; i < x.length; last = i++) {
      addEdge(x[last], y[last], x[i], y[i]);
    }
  }

  private void addEdge(double x0, double y0, double x1, double y1) {
    if (y0 < y1) {
      addDownward(x0, y0, x1, y1, 1);
    } else if (y0 > y1) {
      addDownward(x1, y1, x0, y0, -1);
    }
  }

  /** Cuts an edge at the borders of the rows. */
  private void addDownward(double x0, double y0, double x1, double y1, int sign) {
    double slope = (x1 - x0) / (y1 - y0);
    double x = x0;
    double y = y0;
    for (int row = (int) y0; y < y1; row++) {
      double nextY = Math.min(row + 1, y1);
      double nextX = nextY == y1 ? x1 : x0 + (nextY - y0) * slope;
      addInRow(row * stride, Math.min(x, nextX), Math.max(x, nextX), sign * (nextY - y));
      x = nextX;
      y = nextY;
    }
  }

  /** Cuts the part of an edge in one row, {@code rise} high, at the borders of the pixels. */
  private void addInRow(int row, double x0, double x1, double rise) {
    int column = (int) x0;
    if (x1 <= column + 1) {
      addInPixel(row + column, (x0 + x1) / 2 - column, rise);
      return;
    }
    double risePerColumn = rise / (x1 - x0);
    double x = x0;
    for (; x < x1; column++) {
      double next = Math.min(column + 1, x1);
      addInPixel(row + column, (x + next) / 2 - column, (next - x) * risePerColumn);
      x = next;
    }
  }

  /** An edge at {@code middle} covers the rest of its pixel and all of those on its right. */
  private void addInPixel(int pixel, double middle, double rise) {
    steps[pixel] += rise * (1 - middle);
    steps[pixel + 1] += rise * middle;
  }

  private void sweep(Box box, Pixels pixels) {
    for (int row = box.top(); row < box.bottom(); row++) {
      double enclosed = 0;
      for (int column = box.left(); column < box.right(); column++) {
        enclosed += steps[row * stride + column];
        pixels.accept(column, row, Math.min(Math.abs(enclosed), 1));
      }
      // The whole row, as rounding may have put a trace of an edge beside the box.
      Arrays.fill(steps, row * stride, (row + 1) * stride, 0);
    }
  }

  /** Whole pixels, {@code right} and {@code bottom} exclusive. */
  private record Box(int left, int top, int right, int bottom) {

    static Box around(Polygon polygon) {
      return new Box(
          (int) Math.floor(min(polygon.x())),
          (int) Math.floor(min(polygon.y())),
          (int) Math.ceil(max(polygon.x())),
          (int) Math.ceil(max(polygon.y())));
    }

    boolean fits(int width, int height) {
      return left >= 0 && top >= 0 && right <= width && bottom <= height;
    }

    private static double min(double[] values) {
      double min = values[0];
      for (double value : values) {
        min = Math.min(min, value);
      }
      return min;
    }

    private static double max(double[] values) {
      double max = values[0];
      for (double value : values) {
        max = Math.max(max, value);
      }
      return max;
    }
  }
}
