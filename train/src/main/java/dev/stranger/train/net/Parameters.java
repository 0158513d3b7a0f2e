package dev.stranger.train.net;

import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** The trainable tensors of a network, in the order they were made. */
public final class Parameters {

  private final Compute compute;
  private final List<Tensor> tensors = new ArrayList<>();

  public Parameters(Compute compute) {
    this.compute = compute;
  }

  /** Starts evenly distributed in +-1/sqrt(fanIn), libtorch's own way for layers of every kind. */
  Tensor uniform(long fanIn, long... shape) {
    return add(start(fanIn, shape));
  }

  /**
   * The weights of a fully connected layer to maps, drawn as those of one to rows are: that the
   * maps are kept in another order gives nobody another start.
   */
  Tensor uniformMaps(int from, long[] map) {
    return add(start(from, MapOrder.size(map), from).t().reshape(View.times(from, map)));
  }

  /** Starts evenly distributed in +-sqrt(6 / (from + to)), after Glorot and Bengio (2010). */
  Tensor xavier(int from, int to) {
    return add(compute.noise().startEven(Math.sqrt(6.0 / (from + to)), to, from));
  }

  private Tensor start(long fanIn, long... shape) {
    return compute.noise().startEven(1 / Math.sqrt(fanIn), shape);
  }

  Tensor filled(double value, long... shape) {
    return add(compute.filled(value, shape));
  }

  private Tensor add(Tensor start) {
    Tensor tensor = compute.channelsLast(start);
    tensor.set_requires_grad(true);
    tensors.add(tensor);
    return tensor;
  }

  /** These and others together, as many as there are now. */
  Parameters and(Parameters others) {
    Parameters both = new Parameters(compute);
    both.tensors.addAll(tensors);
    both.tensors.addAll(others.tensors);
    return both;
  }

  /** Does something that needs no gradients of these: gradients only pass through. */
  public void frozen(Runnable work) {
    tensors.forEach(tensor -> tensor.set_requires_grad(false));
    try {
      work.run();
    } finally {
      tensors.forEach(tensor -> tensor.set_requires_grad(true));
    }
  }

  public Compute compute() {
    return compute;
  }

  public List<Tensor> tensors() {
    return List.copyOf(tensors);
  }

  /** How many numbers are trained. */
  public long count() {
    return tensors.stream().mapToLong(Tensor::numel).sum();
  }
}
