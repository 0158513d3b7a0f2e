package dev.stranger.train.loop;

import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * A learner, and its objective added up over the steps of the epoch.
 *
 * @param best its state after the epoch that was best for held-out samples; empty when nobody asks
 *     which one that was
 */
record Progress(Learner learner, Tensor objectiveSum, List<Tensor> best) {

  static Progress of(Learner learner, Compute compute, boolean keepsBest) {
    List<Tensor> best = keepsBest ? copies(learner.state()) : List.of();
    return new Progress(learner, compute.zeros(1), best);
  }

  static List<Tensor> copies(List<Tensor> tensors) {
    return tensors.stream().map(tensor -> tensor.detach().clone()).toList();
  }

  void keep() {
    copy(learner.state(), best);
  }

  void restoreBest() {
    copy(best, learner.state());
  }

  static void copy(List<Tensor> from, List<Tensor> to) {
    try (NoGradGuard guard = new NoGradGuard()) {
      for (int i = 0; i < from.size(); i++) {
        to.get(i).copy_(from.get(i));
      }
    }
  }

  void step(TrainingBatch batch) {
    objectiveSum.add_(learner.step(batch).view(1));
  }

  double takeSum() {
    double sum = objectiveSum.item_double();
    objectiveSum.zero_();
    return sum;
  }

  List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(learner.state());
    state.add(objectiveSum);
    state.addAll(best);
    return state;
  }
}
