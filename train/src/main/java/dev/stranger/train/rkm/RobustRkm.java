package dev.stranger.train.rkm;

import dev.stranger.DataException;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.net.Network;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The St-RKM for training sets a known share of which are outliers, after Pandey, Schreurs and
 * Suykens, Robust Generative Restricted Kernel Machines using Weighted Conjugate Feature Duality
 * (2020).
 *
 * <p>Every training sample has a weight in both terms of the objective. Samples whose h is far from
 * those of most, by the {@link dev.stranger.train.rkm.MinimumCovarianceDeterminant}, have a weight
 * of 1e-4, the others of 1. Far is a squared distance beyond the 0.975 quantile of chi-square with
 * m degrees of freedom. Mean and main directions of the features, which make U in the end, are
 * weighted too, and the neighbour score compares with samples of full weight alone.
 *
 * <p>Only the abstract of that paper was read; docs/methods.md derives the weighted duality from
 * it, and says what is ours. Here network and U follow the gradient of the weighted objective.
 * Samples are weighed anew at the beginning of every epoch behind the warm-up and once at the end,
 * and the majority of these weighings counts: what is not learnt from may drift among the normal
 * samples, and would be let in again. The estimate is made for a few more outliers than the share,
 * for the samples to learn from are drawn.
 *
 * <p>Outliers must stand out in h. Those that lie in the midst of the normal samples there keep
 * their weight, and h is never quite normally distributed: of normal samples, too, more than one in
 * forty lose theirs. docs/methods.md has figures, and says what the outliers that are held out do
 * to p-values. Columns of tables and series are standardised by their plain mean and deviation
 * before all this.
 *
 * <p>An epoch takes longer by one pass of all samples through the encoder and some tenths of a
 * second for the estimate.
 *
 * @param contamination share of the training samples that are outliers, no more than a half
 * @param warmUp share of the epochs in which all samples count the same; one epoch at least
 */
public record RobustRkm(double contamination, double warmUp) implements Method {

  private static final double USUAL_WARM_UP = 0.25;
  private static final double MOST = 0.5;

  public RobustRkm {
    if (!(contamination >= 0 && contamination <= MOST)) {
      throw new DataException(
          "the share of outliers must lie between 0 and %s, got %s".formatted(MOST, contamination));
    }
    if (!(warmUp >= 0 && warmUp <= 1)) {
      throw new DataException(
          "the warm-up must be a share of the epochs from 0 to 1, got " + warmUp);
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
  public Map<String, ?> settings() {
    return Map.of("contamination", contamination, "warm_up", warmUp);
  }

  @Override
  public List<String> scores() {
    return StRkm.SCORES;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    Network network = StRkm.buildNetwork(data.shape(), run);
    RobustRkmLearner learner = new RobustRkmLearner(network, data, run, this);
    run.train(learner, data.samples());

    run.phase("finding the subspace");
    float[] weights = learner.weigh();
    FeatureSpace space =
        FeatureSpace.of(network, data.samples(), weights, run.objective().subspace());
    return new StRkmGraph(
        network,
        space,
        data.loss(),
        run.objective().lambda(),
        data.shape(),
        0,
        new BitSet(),
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

  /** The share of outliers that luck may bring among so many samples: three deviations more. */
  double outliersAmong(int samples) {
    double deviation = Math.sqrt(contamination * (1 - contamination) / samples);
    return Math.min(MOST, contamination + 3 * deviation);
  }
}
