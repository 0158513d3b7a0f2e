package dev.stranger.baseline;

/**
 * The product of matrices whose rows are arrays of their own. Java's compiler makes vector
 * instructions of the loop over such rows, because they cannot overlap; EJML, whose matrices are
 * one array each, takes several times as long (BaselineBench in {@code bench}).
 */
final class MatrixProduct {

  /** So many rows of b stay in the cache while they meet all rows of a. */
  private static final int DEPTH = 64;

  private MatrixProduct() {}

  /**
   * Adds a b to c, in one thread. The sums of a row of c are made in the same order however many
   * rows there are, so that they are the same to the last bit.
   */
  static void add(double[][] a, double[][] b, double[][] c) {
    for (int from = 0; from < b.length; from += DEPTH) {
      int to = Math.min(from + DEPTH, b.length);
      for (int row = 0; row < a.length; row++) {
        add(a[row], b, c[row], from, to);
      }
    }
  }

  private static void add(double[] a, double[][] b, double[] c, int from, int to) {
    int i = from;
    for (; i + 4 <= to; i += 4) {
      add(a[i], b[i], a[i + 1], b[i + 1], a[i + 2], b[i + 2], a[i + 3], b[i + 3], c);
    }
    for (; i < to; i++) {
      add(a[i], b[i], c);
    }
  }

  /** Four at a time, so that c is read and written once for them; more do not become vectors. */
  private static void add(
      double a0,
      double[] b0,
      double a1,
      double[] b1,
      double a2,
      double[] b2,
      double a3,
      double[] b3,
      double[] c) {
    for (int i = 0; i < c.length; i++) {
      c[i] += a0 * b0[i] + a1 * b1[i] + (a2 * b2[i] + a3 * b3[i]);
    }
  }

  private static void add(double a, double[] b, double[] c) {
    for (int i = 0; i < c.length; i++) {
      c[i] += a * b[i];
    }
  }

  /** The squared length of a row. */
  static double square(double[] row) {
    double sum = 0;
    for (double value : row) {
      sum += value * value;
    }
    return sum;
  }
}
