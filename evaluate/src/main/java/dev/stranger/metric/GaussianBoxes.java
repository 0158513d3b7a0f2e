package dev.stranger.metric;

import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * The occupied boxes of a signed measure, lowest first: weight {@code 1/n} on each of n sorted
 * points, and {@code -1/m} on each of m others. Boxes are made as they are asked for, so memory
 * does not grow with the data. Cost: {@link GaussianBox#ORDER} multiplications a point.
 */
final class GaussianBoxes {

  private static final double[] INVERSE_FACTORIALS = inverseFactorials();

  private final double scale;
  private final double[] plus;
  private final double[] minus;
  private int i;
  private int j;

  /**
   * The measure of both sets.
   *
   * @param scale points are multiplied with it before they are put in boxes
   */
  GaussianBoxes(double[] plus, double[] minus, double scale) {
    this.plus = plus;
    this.minus = minus;
    this.scale = scale;
  }

  /** The measure of one set alone. */
  GaussianBoxes(double[] points, double scale) {
    this(points, new double[0], scale);
  }

  boolean hasNext() {
    return i < plus.length || j < minus.length;
  }

  /** Index of the box that {@link #next()} will give, infinite after the last one. */
  double nextIndex() {
    return Math.min(indexAt(plus, i), indexAt(minus, j));
  }

  GaussianBox next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    GaussianBox box = new GaussianBox(nextIndex(), new double[GaussianBox.ORDER]);
    double[] powers = new double[GaussianBox.ORDER];
    i = addPowers(plus, i, box, powers);
    addMoments(powers, 1.0 / plus.length, box);
    Arrays.fill(powers, 0);
    j = addPowers(minus, j, box, powers);
    addMoments(powers, -1.0 / Math.max(1, minus.length), box);
    return box;
  }

  private double indexAt(double[] points, int position) {
    return position < points.length
        ? GaussianBox.indexOf(points[position] * scale)
        : Double.POSITIVE_INFINITY;
  }

  private int addPowers(double[] points, int from, GaussianBox box, double[] powers) {
    double centre = box.centre();
    int position = from;
    for (; indexAt(points, position) == box.index(); position++) {
      double offset = points[position] * scale - centre;
      double power = 1;
      for (int k = 0; k < powers.length; k++) {
        powers[k] += power;
        power *= offset;
      }
    }
    return position;
  }

  private static void addMoments(double[] powers, double weight, GaussianBox box) {
    for (int k = 0; k < powers.length; k++) {
      box.moments()[k] += weight * powers[k] * INVERSE_FACTORIALS[k];
    }
  }

  private static double[] inverseFactorials() {
    double[] inverse = new double[GaussianBox.ORDER];
    inverse[0] = 1;
    for (int k = 1; k < inverse.length; k++) {
      inverse[k] = inverse[k - 1] / k;
    }
    return inverse;
  }
}
