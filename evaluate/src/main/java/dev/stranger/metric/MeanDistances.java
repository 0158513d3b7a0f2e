package dev.stranger.metric;

/**
 * Mean absolute distances between scores, exact and in one walk up the sorted scores: with F and G
 * the empirical distribution functions of the two sets, {@code E|X - X'| = 2 * integral of F(1-F)},
 * and the 1-Wasserstein distance is the integral of {@code |F - G|}. Every term is non-negative, so
 * nothing cancels.
 *
 * @param in mean over all ordered pairs of in-scores, a score with itself included
 * @param out the same of the out-scores
 * @param pooled the same of both sets thrown together
 * @param wasserstein between the two sets
 */
record MeanDistances(double in, double out, double pooled, double wasserstein) {

  static MeanDistances of(StandardScores scores) {
    return new Walk(scores.in(), scores.out()).distances();
  }

  /** Stands at {@code position} with i scores of x and j of y at or below it. */
  private static final class Walk {

    private final double[] x;
    private final double[] y;
    private int i;
    private int j;
    private double position;

    private double in;
    private double out;
    private double pooled;
    private double between;

    Walk(double[] x, double[] y) {
      this.x = x;
      this.y = y;
      position = Math.min(x[0], y[0]);
    }

    MeanDistances distances() {
      while (i < x.length || j < y.length) {
        if (j == y.length || (i < x.length && x[i] <= y[j])) {
          moveTo(x[i]);
          i++;
        } else {
          moveTo(y[j]);
          j++;
        }
      }
      return new MeanDistances(in, out, pooled, between);
    }

    private void moveTo(double next) {
      double gap = next - position;
      double f = i / (double) x.length;
      double g = j / (double) y.length;
      double h = ((double) i + j) / ((double) x.length + y.length);
      in += 2 * gap * f * (1 - f);
      out += 2 * gap * g * (1 - g);
      pooled += 2 * gap * h * (1 - h);
      between += gap * Math.abs(f - g);
      position = next;
    }
  }
}
