package dev.stranger.train.attack;

import dev.stranger.train.engine.TorchGraph;
import dev.stranger.train.engine.TorchGraph.Slope;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The search for the worst samples near those of one batch. Each sample goes its own way. Use it
 * once, within one scope.
 */
final class Search {

  private static final String SCORE = "score";

  private final TorchGraph graph;
  private final Attack attack;
  private final Bounds bounds;
  private final Tensor point;
  private final Tensor best;
  private final Tensor reached;

  /** N x 1 x 1 ..., to choose whole samples with. */
  private final long[] eachSample;

  /**
   * @param samples N x shape; not changed
   */
  Search(TorchGraph graph, Attack attack, Tensor samples, Bounds bounds) {
    this.graph = graph;
    this.attack = attack;
    this.bounds = bounds;
    this.point = samples.clone();
    this.best = samples.clone();
    this.reached = graph.compute().filled(Double.NEGATIVE_INFINITY, samples.size(0));
    this.eachSample = new long[(int) samples.dim()];
    Arrays.fill(eachSample, 1);
    eachSample[0] = samples.size(0);
  }

  /**
   * Leaves the samples for another place within the bounds.
   *
   * @param noise the place, from -1 to 1 in every value
   */
  void startFrom(Tensor noise) {
    look();
    moveBy(noise, 1);
  }

  /** The best samples for the attack that were met on the way. */
  Tensor worst() {
    for (int step = 0; step < attack.method().steps(); step++) {
      moveBy(uphill(), attack.method().stride());
    }
    look();
    return best;
  }

  /** Which way each value of each sample is to go: 1, -1, or 0 where it makes no difference. */
  private Tensor uphill() {
    Tensor way = torch.zeros_like(point);
    try (PointerScope scope = new PointerScope()) {
      Slope slope = graph.slope(point, SCORE);
      keepBest(slope.values());
      // The sign that what is no number gets depends on the machine.
      way.copy_(slope.slopes().mul(attack.direction().sign()).nan_to_num().sign());
    }
    return way;
  }

  private void look() {
    try (PointerScope scope = new PointerScope()) {
      keepBest(graph.run(point, SCORE));
    }
  }

  private void keepBest(Tensor scores) {
    Tensor gains = scores.mul(attack.direction().sign());
    Tensor better = gains.gt(reached); // never true of what is no number
    reached.copy_(torch.where(better, gains, reached));
    best.copy_(torch.where(better.view(eachSample), point, best));
  }

  private void moveBy(Tensor way, double share) {
    try (PointerScope scope = new PointerScope()) {
      Tensor moved = point.add(way.mul(bounds.radius()), new Scalar(share));
      point.copy_(bounds.nearest(moved));
    }
  }
}
