package dev.stranger.metric;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The Gaussian kernel density of one sorted set, {@code mean over x of exp(-(t - x)^2 / (2 h^2)) /
 * (h sqrt(2 pi))}, read at positions t that never go back. A position costs only the boxes of
 * {@link GaussianBox} in reach of it, however many scores they hold; farther ones add less than
 * exp(-36). The series of a box is wrong by at most {@code 1.09 * 2^(p/2) / sqrt(p!) * 4^(-p) =
 * 7e-19}, less than rounding: only the scores are expanded, and they are at most 1/4 from the
 * centre.
 */
final class DensityWalk {

  private final GaussianBoxes boxes;
  private final Deque<GaussianBox> near = new ArrayDeque<>();
  private final double[] hermite = new double[GaussianBox.ORDER];
  private final double scale;

  DensityWalk(double[] sorted, double bandwidth) {
    scale = Math.sqrt(0.5) / bandwidth;
    boxes = new GaussianBoxes(sorted, scale);
  }

  /** The first position from t on where the density is not zero; infinite after the last. */
  double firstInReach(double t) {
    moveTo(t);
    return near.isEmpty()
        ? Math.max(t, (boxes.nextIndex() - GaussianBox.REACH) * GaussianBox.WIDTH / scale)
        : t;
  }

  double at(double t) {
    moveTo(t);
    double sum = 0;
    for (GaussianBox box : near) {
      sum += box.at(t * scale, hermite);
    }
    return Math.max(0, sum * scale / Math.sqrt(Math.PI)); // far tails round to about -1e-17
  }

  private void moveTo(double t) {
    double index = GaussianBox.indexOf(t * scale);
    while (!near.isEmpty() && near.peekFirst().index() < index - GaussianBox.REACH) {
      near.removeFirst();
    }
    while (boxes.nextIndex() <= index + GaussianBox.REACH) {
      GaussianBox box = boxes.next();
      if (box.index() >= index - GaussianBox.REACH) {
        near.addLast(box);
      }
    }
  }
}
