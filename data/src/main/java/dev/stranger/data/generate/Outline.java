package dev.stranger.data.generate;

import static java.lang.Math.cos;
import static java.lang.Math.hypot;
import static java.lang.Math.pow;
import static java.lang.Math.sin;

/**
 * A closed curve in pixels around the origin, y pointing down. At scale {@code s} its corner i is
 * {@code (s x[i] + marginX[i], s y[i] + marginY[i])}: the curved shapes of dSprites do not shrink
 * in proportion, as they keep a margin of the same width at every scale.
 *
 * <p>The constants were fitted to frames of dSprites.
 */
record Outline(double[] x, double[] y, double[] marginX, double[] marginY) {

  /** The curve lies less than 0.004 pixels outside of a polygon with so many corners. */
  private static final int CORNERS = 256;

  static Outline square() {
    double[] x = {-10, 10, 10, -10};
    double[] y = {-10, -10, 10, 10};
    return new Outline(x, y, new double[4], new double[4]);
  }

  static Outline ellipse() {
    Outline outline = empty();
    for (int i = 0; i < CORNERS; i++) {
      double t = parameter(i);
      outline.x[i] = 12.57 * cos(t);
      outline.y[i] = 7.031 * sin(t);
      outline.marginX[i] = 0.605 * cos(t);
      outline.marginY[i] = 0.605 * sin(t);
    }
    return outline;
  }

  /** The well-known heart curve, upright, with a margin along its normals. */
  static Outline heart() {
    Outline outline = empty();
    for (int i = 0; i < CORNERS; i++) {
      double t = parameter(i);
      outline.x[i] = 9.62 * pow(sin(t), 3);
      outline.y[i] = -0.667 * (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) - 1.44;
      double dx = 9.62 * 3 * pow(sin(t), 2) * cos(t);
      double dy = 0.667 * (13 * sin(t) - 10 * sin(2 * t) - 6 * sin(3 * t) - 4 * sin(4 * t));
      outline.marginX[i] = 0.38 * dy / hypot(dx, dy);
      outline.marginY[i] = -0.38 * dx / hypot(dx, dy);
    }
    return outline;
  }

  /** Half a step off zero, because the heart has no normal at its tip and its cleft. */
  private static double parameter(int corner) {
    return 2 * Math.PI * (corner + 0.5) / CORNERS;
  }

  private static Outline empty() {
    return new Outline(
        new double[CORNERS], new double[CORNERS], new double[CORNERS], new double[CORNERS]);
  }

  /**
   * This curve in a picture.
   *
   * @param scale 1 for the largest sprites of dSprites
   * @param angle counter-clockwise, in radians
   */
  Polygon at(double scale, double angle, double centreX, double centreY) {
    double cos = cos(angle);
    double sin = sin(angle);
    Polygon polygon = new Polygon(new double[x.length], new double[x.length]);
    for (int i = 0; i < x.length; i++) {
      double right = scale * x[i] + marginX[i];
      double down = scale * y[i] + marginY[i];
      polygon.x()[i] = centreX + right * cos + down * sin;
      polygon.y()[i] = centreY - right * sin + down * cos;
    }
    return polygon;
  }
}
