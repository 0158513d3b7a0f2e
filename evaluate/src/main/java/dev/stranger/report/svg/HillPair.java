package dev.stranger.report.svg;

import java.util.Arrays;

/**
 * A small drawing of two distributions over one axis: the first as a grey hill, the second with a
 * dashed outline before it. Meant to stand among many of its kind, so it has neither title nor
 * legend to be seen.
 */
public final class HillPair {

  public static final double WIDTH = 260;
  public static final double HEIGHT = 94;

  private static final double TOP = 4;
  private static final double TICKS_HEIGHT = 18;
  private static final double SIDE = 8;
  private static final int TICKS = 5;

  /** Were one hill higher than this many times the other, nothing of the other would be seen. */
  private static final double MOST = 4;

  private HillPair() {}

  /**
   * @param title for readers who hear the page
   * @param first values of a density at places with equal steps from end to end of the axis
   * @param second values at the same places; a hill more than four times as high as the other is
   *     cut off
   */
  public static Drawing of(String title, Scale axis, double[] first, double[] second) {
    double high = Math.max(peak(first), peak(second));
    double low = Math.min(peak(first), peak(second));
    double top = low > 0 ? Math.min(high, MOST * low) : high;
    Frame frame = new Frame(SIDE, TOP, WIDTH - 2 * SIDE, HEIGHT - TOP - TICKS_HEIGHT);
    return new Drawing(
        title,
        WIDTH,
        HEIGHT,
        canvas -> {
          frame.drawTicks(canvas, axis, TICKS);
          canvas.shape("ghost edge", Hill.outline(frame, shares(first, top)));
          canvas.shape("hill front c1", Hill.outline(frame, shares(second, top)));
        });
  }

  private static double peak(double[] values) {
    return Arrays.stream(values).max().orElse(0);
  }

  private static double[] shares(double[] values, double top) {
    return Arrays.stream(values).map(value -> top > 0 ? Math.min(1, value / top) : 0).toArray();
  }
}
