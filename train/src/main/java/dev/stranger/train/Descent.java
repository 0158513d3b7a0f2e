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
  public void setRates(Rates rates) {
    adam.setRate(rates.network());
  }

  @Override
  public Tensor step(TrainingBatch batch) {
    Tensor value = descended(batch);
    try {
      value.backward();
      try (NoGradGuard guard = new NoGradGuard()) {
        descend();
      }
    } finally {
      forgetGradients();
    }
    return value.detach();
  }

  /** What a step makes smaller: the objective, unless something joins it in training alone. */
  protected Tensor descended(TrainingBatch batch) {
    return objective(batch);
  }

  /** Moves whatever is trained. */
  protected void descend() {
    adam.step();
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
