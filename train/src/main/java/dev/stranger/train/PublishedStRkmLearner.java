package dev.stranger.train;

import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.rkm.StRkmObjective.Terms;
import org.bytedeco.pytorch.Tensor;

/** An St-RKM in training with the published gradient of U, and no kPCA error in the last epoch. */
final class PublishedStRkmLearner extends StRkmLearner {

  private boolean isLast;

  PublishedStRkmLearner(Network network, StRkmObjective objective, int subspace) {
    super(network, objective.withTrace(), subspace);
  }

  @Override
  public int enterEpoch(int epoch, int epochs) {
    isLast = epoch == epochs - 1;
    return isLast ? 1 : 0;
  }

  @Override
  Tensor aim(Terms terms) {
    return isLast ? terms.reconstructionAlone() : super.aim(terms);
  }
}
