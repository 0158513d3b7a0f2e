package dev.stranger.train.rkm;

import dev.stranger.DataException;
import dev.stranger.Energies;
import dev.stranger.Shape;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.neighbour.NeighbourScore;
import dev.stranger.train.net.Network;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The paper's method; {@link ObjectiveOptions} has its settings.
 *
 * @param published trains as the published code does: U follows another gradient ({@link
 *     StRkmObjective}), and the last epoch has no kPCA error. That code weighs the error by the
 *     density of the samples from an epoch on which by default is the last, and densities in a
 *     centred feature space are zero.
 */
public record StRkm(boolean published) implements Method {

  /** The score of the paper: the kPCA error and the weighted reconstruction loss. */
  public static final String FULL_ENERGY = "full_energy";

  /** The part of it that is zero for every sample when the subspace has all features. */
  public static final String KPCA_ERROR = "kpca_error";

  /** Of every kind of RKM. */
  static final List<String> SCORES =
      Stream.concat(Stream.of(NeighbourScore.KEY), Energies.ST_RKM.stream()).toList();

  public StRkm() {
    this(false);
  }

  @Override
  public String key() {
    return published ? "st_rkm_published" : "st_rkm";
  }

  @Override
  public List<String> scores() {
    return SCORES;
  }

  @Override
  public boolean isFrugal() {
    return !published;
  }

  @Override
  public boolean looksForSuspects() {
    return !published;
  }

  @Override
  public boolean runsInRanks() {
    return true;
  }

  @Override
  public ModelGraph learn(TrainingData data, TrainingRun run) {
    if (published && run.learning().patience() > 0) {
      throw new DataException(
          "the published training ends with an epoch of another kind, which one that stops early"
              + " may not reach; leave out the patience");
    }
    Network network = buildNetwork(data.shape(), run);
    int subspace = run.objective().subspace();
    StRkmObjective objective = objective(data, run);
    run.train(new StRkmLearner(network, objective, subspace, published), data.samples());
    run.phase("finding the subspace");
    FeatureSpace space = FeatureSpace.of(network, data.samples(), subspace);
    return new StRkmGraph(
        network,
        space,
        data.loss(),
        run.objective().lambda(),
        data.shape(),
        data.unseen(),
        data.halved(),
        new BitSet());
  }

  static Network buildNetwork(Shape shape, TrainingRun run) {
    Network network = run.buildNetwork(shape);
    requireSmallerSubspace(run.objective(), network.features());
    return network;
  }

  static StRkmObjective objective(TrainingData data, TrainingRun run) {
    ObjectiveOptions wished = run.objective();
    return new StRkmObjective(
        data.loss(),
        wished.lambda(),
        wished.variant(),
        wished.noise(),
        wished.inputNoise(data.isStandardised()));
  }

  private static void requireSmallerSubspace(ObjectiveOptions objective, int features) {
    boolean fits =
        objective.subspace() < features
            || objective.subspace() == features && objective.mayFillSpace();
    if (!fits) {
      throw new DataException(
          "the subspace has %d directions, the features only %d: every kPCA error would be zero;"
                  .formatted(objective.subspace(), features)
              + " choose a smaller subspace");
    }
  }
}
