package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Energies;
import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.StRkmObjective;
import java.util.List;
import java.util.stream.Stream;

/** The paper's method; {@link ObjectiveOptions} has its settings. */
public record StRkm() implements Method {

  /** Of every kind of RKM. */
  static final List<String> SCORES =
      Stream.concat(Stream.of(ScoreModel.NEIGHBOUR), Energies.ST_RKM.stream()).toList();

  @Override
  public String key() {
    return "st_rkm";
  }

  @Override
  public List<String> scores() {
    return SCORES;
  }

  @Override
  public ModelGraph learn(Lesson lesson) {
    return learn(lesson, StRkmLearner::new);
  }

  /** A kind of learner. */
  interface Making {
    StRkmLearner make(Network network, StRkmObjective objective, int subspace);
  }

  static ModelGraph learn(Lesson lesson, Making making) {
    Network network = buildNetwork(lesson);
    int subspace = lesson.objective().subspace();
    lesson.train(making.make(network, objective(lesson), subspace));
    lesson.phase("finding the subspace");
    FeatureSpace space = FeatureSpace.of(network, lesson.samples(), subspace);
    return new StRkmGraph(
        network, space, lesson.loss(), lesson.objective().lambda(), lesson.shape());
  }

  static Network buildNetwork(Lesson lesson) {
    Network network = lesson.buildNetwork();
    requireSmallerSubspace(lesson.objective(), network.features());
    return network;
  }

  static StRkmObjective objective(Lesson lesson) {
    ObjectiveOptions wished = lesson.objective();
    return new StRkmObjective(
        lesson.loss(),
        wished.lambda(),
        wished.variant(),
        wished.noise(),
        wished.inputNoise(lesson.isStandardised()));
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
