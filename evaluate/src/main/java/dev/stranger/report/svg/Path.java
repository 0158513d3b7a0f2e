package dev.stranger.report.svg;

/** The outline of a shape, in the words of SVG. */
final class Path {

  /** Points nearer than this to the line through their neighbours are left out. */
  private static final double FINE = 0.05;

  private final StringBuilder data = new StringBuilder();

  Path move(double x, double y) {
    return add('M', x, y);
  }

  Path line(double x, double y) {
    return add('L', x, y);
  }

  Path close() {
    data.append('Z');
    return this;
  }

  /** A line through all points, without those that nobody would see. */
  Path through(double[] x, double[] y) {
    int last = 0;
    for (int i = 0; i < x.length; i++) {
      if (i == 0 || i == x.length - 1 || isCorner(x, y, last, i)) {
        add(data.isEmpty() ? 'M' : 'L', x[i], y[i]);
        last = i;
      }
    }
    return this;
  }

  /** Whether a line from the last point to the next would miss one in between. */
  private static boolean isCorner(double[] x, double[] y, int last, int i) {
    double dx = x[i + 1] - x[last];
    double dy = y[i + 1] - y[last];
    double length = Math.hypot(dx, dy);
    for (int k = last + 1; k <= i; k++) {
      double cross = Math.abs(dx * (y[k] - y[last]) - dy * (x[k] - x[last]));
      if (cross > FINE * length || length < FINE) {
        return true;
      }
    }
    return false;
  }

  private Path add(char command, double x, double y) {
    data.append(command).append(Markup.coordinate(x)).append(' ').append(Markup.coordinate(y));
    return this;
  }

  @Override
  public String toString() {
    return data.toString();
  }
}
