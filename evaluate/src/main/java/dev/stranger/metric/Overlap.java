package dev.stranger.metric;

/**
 * The area two kernel densities share: the integral of the smaller of the two.
 *
 * <p>Each set has a Gaussian density with its own {@link Bandwidth}. Both are read on one grid of
 * 1024 points that reaches 3 bandwidths beyond either set, and the trapezoid rule sums them. With a
 * far outlier 1024 points would step over whole bandwidths and the sum mean nothing (it can exceed
 * 1, or miss everything and look like a perfect separation); the grid is then doubled until its
 * step is at most the smaller bandwidth. Stretches of the grid where either density is zero are
 * jumped over, so the cost does not grow with the reach of the tails.
 */
final class Overlap {

  private static final int MIN_POINTS = 1 << 10;
  private static final double MARGIN = 3;

  private Overlap() {}

  static double of(StandardScores scores) {
    double hIn = Bandwidth.nrd0(scores.in());
    double hOut = Bandwidth.nrd0(scores.out());
    Grid grid = Grid.covering(scores.in(), hIn, scores.out(), hOut);
    DensityWalk in = new DensityWalk(scores.in(), hIn);
    DensityWalk out = new DensityWalk(scores.out(), hOut);
    return Math.min(1, areaOfMinimum(grid, in, out));
  }

  private static double areaOfMinimum(Grid grid, DensityWalk f, DensityWalk g) {
    double area = 0;
    long k = 0;
    while (k < grid.points) {
      double t = grid.at(k);
      double from = Math.max(f.firstInReach(t), g.firstInReach(t));
      if (from > t) {
        k = Math.max(k + 1, grid.firstFrom(from));
      } else {
        area += grid.weight(k) * Math.min(f.at(t), g.at(t));
        k++;
      }
    }
    return area;
  }

  private record Grid(double low, double step, long points) {

    static Grid covering(double[] x, double hX, double[] y, double hY) {
      double low = Math.min(x[0] - MARGIN * hX, y[0] - MARGIN * hY);
      double high = Math.max(x[x.length - 1] + MARGIN * hX, y[y.length - 1] + MARGIN * hY);
      // Ends: a bandwidth is never less than about 1e-14 joint standard deviations.
      long points = MIN_POINTS;
      while ((high - low) / (points - 1) > Math.min(hX, hY)) {
        points *= 2;
      }
      return new Grid(low, (high - low) / (points - 1), points);
    }

    double at(long k) {
      return low + k * step;
    }

    long firstFrom(double t) {
      return (long) Math.ceil((t - low) / step);
    }

    double weight(long k) {
      return k == 0 || k == points - 1 ? step / 2 : step;
    }
  }
}
