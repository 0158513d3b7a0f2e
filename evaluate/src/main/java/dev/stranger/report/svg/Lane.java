package dev.stranger.report.svg;

import java.util.List;

/**
 * One channel of a recording along time, with marked stretches: a drawing that a page may stretch
 * to any width. Steps that would lie on one pixel are drawn as their range.
 *
 * @param title for readers who hear the page
 * @param values of all steps
 * @param low the lower end of the lane
 * @param high the upper end of the lane
 */
public record Lane(String title, float[] values, double low, double high) {

  private static final double WIDTH = 4000;
  private static final double HEIGHT = 100;
  private static final double MARGIN = 3;

  /** A mark of one step must be seen in a recording of a million. */
  private static final double THINNEST = 6;

  /**
   * A marked stretch.
   *
   * @param from its first step
   * @param to its last step
   * @param link where on the page it is explained
   * @param title what it is
   */
  public record Mark(int from, int to, String link, String title) {}

  /** A lane from the smallest to the largest value. */
  public static Lane of(String title, float[] values) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (float value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return high > low
        ? new Lane(title, values, low, high)
        : new Lane(title, values, low - 1, low + 1);
  }

  public Markup draw(List<Mark> marks) {
    Markup svg = begin(marks);
    svg.empty("path", "class", "trace", "d", trace());
    return svg.close("svg");
  }

  /** The same with a line across. */
  public Markup draw(List<Mark> marks, double line) {
    Markup svg = begin(marks);
    Path across = new Path().move(0, y(line)).line(WIDTH, y(line));
    svg.empty("path", "class", "limit", "d", across);
    svg.empty("path", "class", "trace", "d", trace());
    return svg.close("svg");
  }

  private Markup begin(List<Mark> marks) {
    Markup svg =
        new Markup()
            .open(
                "svg",
                "viewBox",
                "0 0 %s %s".formatted(Markup.coordinate(WIDTH), Markup.coordinate(HEIGHT)),
                "preserveAspectRatio",
                "none",
                "role",
                "img",
                "aria-label",
                title);
    for (Mark mark : marks) {
      double left = x(mark.from());
      double width = Math.max(THINNEST, x(mark.to() + 1) - left);
      svg.open("a", "href", mark.link());
      svg.open("rect", "class", "mark", "x", left, "y", 0.0, "width", width, "height", HEIGHT);
      svg.element("title", mark.title()).close("rect").close("a");
    }
    return svg;
  }

  private Path trace() {
    int group = (int) Math.max(1, Math.ceil(2 * values.length / WIDTH));
    int groups = (values.length + group - 1) / group;
    double[] xs = new double[group == 1 ? groups : 2 * groups];
    double[] ys = new double[xs.length];
    for (int i = 0; i < groups; i++) {
      int from = i * group;
      int to = Math.min(values.length, from + group);
      if (group == 1) {
        xs[i] = x(from + 0.5);
        ys[i] = y(values[from]);
      } else {
        putRange(from, to, xs, ys, 2 * i);
      }
    }
    return new Path().through(xs, ys);
  }

  /** The smallest and the largest value, the one first that came first. */
  private void putRange(int from, int to, double[] xs, double[] ys, int at) {
    int low = from;
    int high = from;
    for (int i = from; i < to; i++) {
      low = values[i] < values[low] ? i : low;
      high = values[i] > values[high] ? i : high;
    }
    xs[at] = x(Math.min(low, high) + 0.5);
    ys[at] = y(values[Math.min(low, high)]);
    xs[at + 1] = x(Math.max(low, high) + 0.5);
    ys[at + 1] = y(values[Math.max(low, high)]);
  }

  private double x(double step) {
    return WIDTH * step / values.length;
  }

  private double y(double value) {
    double position = Math.max(0, Math.min(1, (value - low) / (high - low)));
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * position;
  }
}
