package dev.stranger.metric;

/**
 * The points of one interval of width {@link #WIDTH}, known only by their weighted moments about
 * its centre: {@code moments[k] = sum of w * (u - centre)^k / k!} for k below {@link #ORDER}.
 *
 * @param index the box covers {@code [index * WIDTH, (index + 1) * WIDTH)}; a double, so that no
 *     score is too large for it
 */
record GaussianBox(double index, double[] moments) {

  static final double WIDTH = 0.5;
  static final int ORDER = 20;

  /** Boxes further apart than this many indices see nothing of each other: exp(-36) = 2e-16. */
  static final int REACH = 12;

  private static final double[][] HERMITE_AT_STEP = new double[REACH + 1][];

  static {
    for (int step = 0; step <= REACH; step++) {
      HERMITE_AT_STEP[step] = new double[ORDER];
      fillHermite(step * WIDTH, HERMITE_AT_STEP[step]);
    }
  }

  static double indexOf(double u) {
    return Math.floor(u / WIDTH);
  }

  double centre() {
    return (index + 0.5) * WIDTH;
  }

  /**
   * Sum of {@code w * exp(-(u - t)^2)} over the points u of this box: the Taylor series {@code
   * exp(-(d - b)^2) = sum of b^k / k! * h_k(d)} with d from the centre to t and |b| at most 1/4.
   *
   * @param hermite scratch space of {@link #ORDER} values
   */
  double at(double t, double[] hermite) {
    fillHermite(t - centre(), hermite);
    double sum = 0;
    for (int k = 0; k < ORDER; k++) {
      sum += moments[k] * hermite[k];
    }
    return sum;
  }

  /** Sum of {@code w * v * exp(-(u - t)^2)} over the points u of this box and t of a lower one. */
  double with(GaussianBox lower) {
    double[] hermite = HERMITE_AT_STEP[(int) (index - lower.index)];
    double sum = 0;
    double sign = 1; // of (-a)^i
    for (int i = 0; i < ORDER; i++, sign = -sign) {
      double inner = 0;
      for (int j = 0; j < ORDER - i; j++) {
        inner += lower.moments[j] * hermite[i + j];
      }
      sum += sign * moments[i] * inner;
    }
    return sum;
  }

  /** The Hermite functions {@code h_k(x) = (-1)^k d^k/dx^k exp(-x^2)}. */
  private static void fillHermite(double x, double[] h) {
    h[0] = Math.exp(-x * x);
    h[1] = 2 * x * h[0];
    for (int k = 1; k + 1 < h.length; k++) {
      h[k + 1] = 2 * (x * h[k] - k * h[k - 1]);
    }
  }
}
