package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.train.net.Network;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The St-RKM for training sets with strangers among the samples (Pandey et al., 2020): samples
 * whose place in the subspace is outlying count next to nothing. Costs one more pass of the encoder
 * an epoch.
 *
 * @param contamination the share of strangers among the samples, at most a half
 * @param warmUp share of the epochs in which all samples count alike; at least one does
 */
public record RobustRkm(double contamination, double warmUp) implements Method {

  private static final double USUAL_WARM_UP = 0.25;

  public RobustRkm {
    if (!(contamination >= 0 && contamination <= 0.5)) {
      throw new DataException(
          "the share of outliers must lie between 0 and 0.5, got " + contamination);
    }
    if (!(warmUp >= 0 && warmUp <= 1)) {
      throw new DataException("the warm-up must lie between 0 and 1, got " + warmUp);
    }
  }

  public RobustRkm(double contamination) {
    this(contamination, USUAL_WARM_UP);
  }

  @Override
  public String key() {
    return "robust_rkm";
  }

  @Override
  public List<String> scores() {
    return StRkm.SCORES;
  }

  @Override
  public ModelGraph learn(Lesson lesson) {
    Network network = StRkm.buildNetwork(lesson);
    RobustRkmLearner learner = new RobustRkmLearner(network, StRkm.objective(lesson), lesson, this);
    lesson.train(learner);

    lesson.phase("finding the subspace");
    float[] weights = learner.weigh();
    FeatureSpace space =
        FeatureSpace.of(network, lesson.samples(), weights, lesson.objective().subspace());
    return new StRkmGraph(
        network,
        space,
        lesson.loss(),
        lesson.objective().lambda(),
        lesson.shape(),
        outliers(weights));
  }

  private static BitSet outliers(float[] weights) {
    BitSet outliers = new BitSet();
    IntStream.range(0, weights.length).filter(i -> weights[i] < 1).forEach(outliers::set);
    return outliers;
  }

  /** The first epoch in which outliers count less. */
  int firstWeighed(int epochs) {
    return Math.max(1, (int) Math.ceil(warmUp * epochs));
  }

  /**
   * The share of outliers to expect among so many samples at the most: those that are learnt from
   * are drawn, and may have more than their share by luck. Three deviations are allowed.
   */
  double outliersAmong(int samples) {
    double deviation = Math.sqrt(contamination * (1 - contamination) / samples);
    return Math.min(0.5, contamination + 3 * deviation);
  }
}
