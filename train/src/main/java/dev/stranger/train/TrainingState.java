package dev.stranger.train;

import dev.stranger.train.net.Network;
import dev.stranger.train.rkm.CayleyAdam;
import dev.stranger.train.rkm.StRkmObjective;
import dev.stranger.train.torch.FusedAdam;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** A network in training: its weights, U, and what the optimisers remember. */
final class TrainingState {

  private final Network network;
  private final StRkmObjective objective;
  private final FusedAdam adam;
  private final CayleyAdam stiefel;
  private final Tensor objectiveSum;

  TrainingState(Network network, StRkmObjective objective, int subspace) {
    this.network = network;
    this.objective = objective;
    var compute = network.parameters().compute();
    this.adam = new FusedAdam(compute, network.parameters().tensors());
    this.stiefel = new CayleyAdam(compute, subspace, network.features());
    this.objectiveSum = compute.zeros(1);
  }

  Network network() {
    return network;
  }

  CayleyAdam stiefel() {
    return stiefel;
  }

  /**
   * One step of the alternating scheme: gradients at the same point, Adam for the network, Cayley
   * Adam for U.
   */
  void step(Tensor batch, double learningRate, double stiefelRate, long stepsBefore) {
    Tensor value = objective.of(network, stiefel.u(), batch);
    value.backward();
    try (NoGradGuard guard = new NoGradGuard()) {
      adam.step(learningRate);
      stiefel.step(stiefelRate, stepsBefore);
      objectiveSum.add_(value.detach().view(1));
    }
    adam.zeroGradients();
    stiefel.zeroGradient();
  }

  /**
   * Mean objective of the samples from {@code start} to {@code end}, without learning from them.
   */
  double evaluate(TrainingSet data, int start, int end, int batchSize) {
    double sum = 0;
    for (int at = start; at < end; at += batchSize) {
      int count = Math.min(batchSize, end - at);
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        sum += count * objective.of(network, stiefel.u(), data.slice(at, count)).item_double();
      }
    }
    return sum / (end - start);
  }

  /** The objective added up over the steps since the last call. */
  double takeObjectiveSum() {
    double sum = objectiveSum.item_double();
    objectiveSum.zero_();
    return sum;
  }

  /** Everything that must be saved to go on later, in a fixed order. */
  List<Tensor> tensors() {
    List<Tensor> tensors = new ArrayList<>(adam.state());
    tensors.addAll(stiefel.state());
    tensors.add(objectiveSum);
    return tensors;
  }
}
