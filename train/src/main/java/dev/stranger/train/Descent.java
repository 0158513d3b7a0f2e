package dev.stranger.train;

import dev.stranger.train.net.Parameters;
import dev.stranger.train.torch.FusedAdam;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** A learner that follows the gradient of one objective with Adam. */
public abstract class Descent implements Learner {

  private final Parameters parameters;
  private final FusedAdam adam;

  protected Descent(Parameters parameters) {
    this.parameters = parameters;
    this.adam = new FusedAdam(parameters.compute(), parameters.tensors());
  }

  @Override
  public long parameters() {
    return parameters.count();
  }

  @Override
  public Tensor step(TrainingBatch batch, Rates rates) {
    Tensor value = descended(batch);
    value.backward();
    try (NoGradGuard guard = new NoGradGuard()) {
      descend(rates);
    }
    return value.detach();
  }

  /** What a step makes smaller: the objective, unless something joins it in training alone. */
  protected Tensor descended(TrainingBatch batch) {
    return objective(batch);
  }

  /** Moves whatever is trained, and forgets the gradients. */
  protected void descend(Rates rates) {
    adam.step(rates.network());
    adam.zeroGradients();
  }

  @Override
  public List<Tensor> state() {
    return adam.state();
  }
}
