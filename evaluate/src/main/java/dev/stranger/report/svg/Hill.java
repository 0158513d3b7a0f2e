package dev.stranger.report.svg;

import java.util.Arrays;

/** A distribution as an outline that stands on the lower side of a frame. */
final class Hill {

  /** Lower than this nothing is to be seen. */
  private static final double FLAT = 0.004;

  private Hill() {}

  /**
   * The outline over the stretch where there is something to see.
   *
   * @param heights between 0 and 1, the height of the frame, at places with equal steps from side
   *     to side
   */
  static Path outline(Frame frame, double[] heights) {
    int from = 0;
    while (from < heights.length - 1 && heights[from] < FLAT && heights[from + 1] < FLAT) {
      from++;
    }
    int to = heights.length - 1;
    while (to > from && heights[to] < FLAT && heights[to - 1] < FLAT) {
      to--;
    }
    double[] y = Arrays.copyOfRange(heights, from, to + 1);
    double[] x = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      x[i] = frame.x((from + i) / (heights.length - 1.0));
      y[i] = frame.y(y[i]);
    }
    Path path = new Path().move(x[0], frame.bottom()).through(x, y);
    return path.line(x[x.length - 1], frame.bottom());
  }
}
