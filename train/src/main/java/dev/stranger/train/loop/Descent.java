package dev.stranger.train.loop;

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
  public void setRates(Rates rates) {
    adam.setRate(rates.network());
  }

  @Override
  public final Tensor step(TrainingBatch batch) {
    try {
      return descend(batch).detach();
    } finally {
      forgetGradients();
    }
  }

  /** Finds the gradients, moves whatever is trained, and returns what that makes smaller. */
  protected Tensor descend(TrainingBatch batch) {
    Tensor value = descended(batch);
    value.backward();
    moveParameters();
    return value;
  }

  /** Those of the parameters. */
  protected final List<Tensor> gradients() {
    return parameters.tensors().stream().map(Tensor::grad).toList();
  }

  /** Moves the parameters along their gradients. */
  protected final void moveParameters() {
    try (NoGradGuard guard = new NoGradGuard()) {
      adam.step();
    }
  }

  /** What a step makes smaller: the objective, unless something joins it in training alone. */
  protected Tensor descended(TrainingBatch batch) {
    return objective(batch);
  }

  /** Otherwise those of the next step would be added to them. */
  protected void forgetGradients() {
    adam.zeroGradients();
  }

  @Override
  public List<Tensor> state() {
    return adam.state();
  }
}
