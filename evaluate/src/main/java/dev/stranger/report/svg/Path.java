package dev.stranger.report.svg;

import java.awt.Shape;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;

/** The outline of a shape; its text is in the words of SVG. */
final class Path {

  /** Points nearer than this to the line through their neighbours are left out. */
  private static final double FINE = 0.05;

  private final Path2D.Double shape = new Path2D.Double();

  Path move(double x, double y) {
    shape.moveTo(x, y);
    return this;
  }

  Path line(double x, double y) {
    shape.lineTo(x, y);
    return this;
  }

  Path close() {
    shape.closePath();
    return this;
  }

  Shape shape() {
    return shape;
  }

  /** A line through all points, without those that nobody would see. */
  Path through(double[] x, double[] y) {
    int last = 0;
    for (int i = 0; i < x.length; i++) {
      if (i == 0 || i == x.length - 1 || isCorner(x, y, last, i)) {
        add(x[i], y[i]);
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

  private void add(double x, double y) {
    if (shape.getCurrentPoint() == null) {
      shape.moveTo(x, y);
    } else {
      shape.lineTo(x, y);
    }
  }

  @Override
  public String toString() {
    StringBuilder data = new StringBuilder();
    double[] point = new double[2];
    for (PathIterator at = shape.getPathIterator(null); !at.isDone(); at.next()) {
      int segment = at.currentSegment(point);
      if (segment == PathIterator.SEG_CLOSE) {
        data.append('Z');
      } else {
        data.append(segment == PathIterator.SEG_MOVETO ? 'M' : 'L');
        data.append(Markup.coordinate(point[0])).append(' ').append(Markup.coordinate(point[1]));
      }
    }
    return data.toString();
  }
}
