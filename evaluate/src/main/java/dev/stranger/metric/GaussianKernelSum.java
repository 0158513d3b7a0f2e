package dev.stranger.metric;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Double sums of the Gaussian kernel in linear time and constant memory: the one-dimensional fast
 * Gauss transform, streamed over sorted points.
 *
 * <p>Points are put into boxes of width r = 1/2. For u and t in boxes whose centres are d apart,
 * {@code u - t = d + e} with {@code |e| <= r}, and the Taylor series
 *
 * <pre>exp(-(d + e)^2) = sum over k of (-e)^k / k! * h_k(d)</pre>
 *
 * splits by the binomial theorem into moments of either box. Cut after p = 20 terms it is wrong by
 * at most {@code r^p / p! * max |h_p|}. Cramer's inequality gives {@code |h_p(x)| <= 1.09 * 2^(p/2)
 * * sqrt(p!)}, hence the error of one kernel value is at most {@code 1.09 * 2^(-p/2) / sqrt(p!) =
 * 7e-13}. Boxes more than 12 indices apart are left out; their points are at least 6 apart and
 * their kernel is below {@code exp(-36) = 2e-16}. Together less than 1e-12 for each pair.
 */
final class GaussianKernelSum {

  private GaussianKernelSum() {}

  /**
   * {@code mean k(x, x') + mean k(y, y') - 2 mean k(x, y)} over all pairs, each point with itself
   * included, for {@code k(x, y) = exp(-(scale * (x - y))^2)}: the squared distance between the two
   * sets in the space of the kernel. Wrong by at most 4e-12, four times one kernel value.
   *
   * @param x sorted
   * @param y sorted
   */
  static double squaredDistance(double[] x, double[] y, double scale) {
    GaussianBoxes boxes = new GaussianBoxes(x, y, scale);
    Deque<GaussianBox> near = new ArrayDeque<>();
    double sum = 0;
    while (boxes.hasNext()) {
      GaussianBox box = boxes.next();
      dropBelow(box.index() - GaussianBox.REACH, near);
      sum += box.with(box);
      for (GaussianBox lower : near) {
        sum += 2 * box.with(lower);
      }
      near.addLast(box);
    }
    return Math.max(0, sum); // a squared distance, so below 0 is rounding
  }

  private static void dropBelow(double index, Deque<GaussianBox> near) {
    while (!near.isEmpty() && near.peekFirst().index() < index) {
      near.removeFirst();
    }
  }
}
