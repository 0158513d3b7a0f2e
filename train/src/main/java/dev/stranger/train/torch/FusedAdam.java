package dev.stranger.train.torch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Adam (Kingma and Ba, 2015) in one call for all parameters. Its state, the step count included,
 * lives on the device. Call {@link #step} without gradients being recorded.
 */
public final class FusedAdam {

  private static final double USUAL_BETA1 = 0.9;
  private static final double USUAL_BETA2 = 0.999;
  private static final double EPSILON = 1e-8;
  private final Scalar one = new Scalar(1.0);

  private final List<Tensor> parameters;
  private final double beta1;
  private final double beta2;
  private final List<Tensor> values = new ArrayList<>();
  private final List<Tensor> firstMoments = new ArrayList<>();
  private final List<Tensor> secondMoments = new ArrayList<>();
  private final Tensor step;

  /** On the device, because a step may be recorded before the rate changes. */
  private final Tensor rate;

  private final BoxedOperator operator = BoxedOperator.find("aten::_fused_adam_", "tensor_lr");

  public FusedAdam(Compute compute, List<Tensor> parameters) {
    this(compute, parameters, USUAL_BETA1, USUAL_BETA2);
  }

  /**
   * @param beta1 share of the past in the mean of the gradients
   * @param beta2 share of the past in the mean of their squares
   */
  public FusedAdam(Compute compute, List<Tensor> parameters, double beta1, double beta2) {
    this.parameters = parameters;
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.step = compute.zeros(1);
    this.rate = compute.moveAsIs(torch.zeros(1));
    for (Tensor parameter : parameters) {
      values.add(parameter.detach());
      firstMoments.add(torch.zeros_like(parameter.detach()));
      secondMoments.add(torch.zeros_like(parameter.detach()));
    }
  }

  /** How far the next steps go. */
  public void setRate(double learningRate) {
    rate.fill_(new Scalar(learningRate));
  }

  /** Moves every parameter along its gradient. */
  public void step() {
    step.add_(one);
    List<Tensor> gradients = parameters.stream().map(Tensor::grad).toList();
    List<Tensor> steps = parameters.stream().map(parameter -> step).toList();
    operator.call(
        BoxedOperator.list(values),
        BoxedOperator.list(gradients),
        BoxedOperator.list(firstMoments),
        BoxedOperator.list(secondMoments),
        BoxedOperator.list(List.of()),
        BoxedOperator.list(steps),
        new IValue(rate),
        new IValue(beta1),
        new IValue(beta2),
        new IValue(0.0), // weight decay
        new IValue(EPSILON),
        new IValue(false), // amsgrad
        new IValue(false), // maximize
        new IValue(), // gradient scale
        new IValue()); // found infinite
  }

  /** Forgets the gradients, which are added up otherwise. */
  public void zeroGradients() {
    parameters.forEach(parameter -> parameter.mutable_grad().reset());
  }

  /** Everything that must be saved to go on later. */
  public List<Tensor> state() {
    List<Tensor> state = new ArrayList<>(values);
    state.addAll(firstMoments);
    state.addAll(secondMoments);
    state.add(step);
    return state;
  }
}
