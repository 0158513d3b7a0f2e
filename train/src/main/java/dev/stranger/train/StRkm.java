package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.StRkmObjective;

/** The paper's method; {@link ObjectiveOptions} has its settings. */
public record StRkm() implements Method {

  @Override
  public String key() {
    return "st_rkm";
  }

  @Override
  public ModelGraph learn(Lesson lesson) {
    Network network = lesson.buildNetwork();
    ObjectiveOptions wished = lesson.objective();
    requireSmallerSubspace(wished, network.features());
    StRkmObjective objective =
        new StRkmObjective(
            lesson.loss(),
            wished.lambda(),
            wished.variant(),
            wished.noise(),
            wished.inputNoise(lesson.isStandardised()));
    lesson.train(new StRkmLearner(network, objective, wished.subspace()));

    lesson.phase("finding the subspace");
    FeatureSpace space = FeatureSpace.of(network, lesson.samples(), wished.subspace());
    return new StRkmGraph(network, space, lesson.loss(), wished.lambda(), lesson.shape());
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
