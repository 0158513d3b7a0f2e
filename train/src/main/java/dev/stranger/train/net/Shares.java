package dev.stranger.train.net;

import dev.stranger.train.torch.Compute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A training step whose batch goes through a network, there and back, in shares: on a CPU one for
 * each core, all at the same time; on a GPU, or when there is little to do, the whole batch at
 * once. The samples of a batch do not meet in a network, so the number of shares changes only the
 * rounding of sums over the batch. One step, one thread.
 */
public final class Shares {

  private static final int FEWEST_SAMPLES = 32;
  private static final int FEWEST_VALUES = 1 << 15;

  private final Compute compute;
  private final int count;

  /** Those that have not been gone back, the last one first. */
  private final Deque<Pass> passes = new ArrayDeque<>();

  Shares(Compute compute, int count) {
    this.compute = compute;
    this.count = count;
  }

  /** For a step that learns from some samples. */
  public static Shares of(Compute compute, Tensor samples) {
    long most = samples.numel() < FEWEST_VALUES ? 1 : samples.size(0) / FEWEST_SAMPLES;
    return new Shares(compute, (int) Math.max(1, Math.min(most, compute.shares())));
  }

  /**
   * A way there.
   *
   * @param inputs the shares of {@code input}
   * @param outputs the shares of {@code output}
   * @param output cut off from where it came from; its gradient is that of the pass
   */
  private record Pass(
      List<Tensor> parameters,
      Tensor input,
      List<Tensor> inputs,
      List<Tensor> outputs,
      Tensor output) {

    /** Those of the parameters, then that of the input where it is wanted. */
    List<Tensor> gradients(int share) {
      List<Tensor> wanted = new ArrayList<>(parameters);
      if (input.requires_grad()) {
        wanted.add(inputs.get(share));
      }
      TensorVector found =
          torch.grad(
              new TensorVector(outputs.get(share)),
              new TensorVector(wanted.toArray(Tensor[]::new)),
              new TensorVector(share(output.grad(), share, outputs.size())),
              new BoolOptional(),
              false,
              false);
      return Arrays.stream(found.get()).map(Tensor::detach).toList(); // the vector frees its own
    }
  }

  private static Tensor share(Tensor whole, long share, long count) {
    long start = share * whole.size(0) / count;
    return whole.narrow(0, start, (share + 1) * whole.size(0) / count - start);
  }

  private static Tensor joined(Stream<Tensor> shares) {
    return torch.cat(new TensorVector(shares.toArray(Tensor[]::new)), 0);
  }

  Tensor forward(Chain layers, Parameters parameters, Tensor x) {
    if (count == 1) {
      return layers.forward(x);
    }
    List<Tensor> inputs = IntStream.range(0, count).mapToObj(i -> cutOff(x, i)).toList();
    List<Tensor> outputs =
        compute.inShares(count, i -> List.of(layers.forward(inputs.get(i)))).stream()
            .map(made -> made.get(0))
            .toList();
    Tensor output = joined(outputs.stream().map(Tensor::detach)).set_requires_grad(true);
    passes.push(new Pass(parameters.tensors(), x, inputs, outputs, output));
    return output;
  }

  private Tensor cutOff(Tensor x, int share) {
    return share(x.detach(), share, count).set_requires_grad(x.requires_grad());
  }

  /** Finds the gradients of one number. */
  public void backward(Tensor value) {
    backward(value, new Tensor());
  }

  /**
   * Finds the gradients of anything.
   *
   * @param gradient that with respect to {@code made}
   */
  public void backward(Tensor made, Tensor gradient) {
    // Retained, because what is not in a pass may be gone back again from the input of one.
    made.backward(gradient, new BoolOptional(count > 1), false, new TensorArrayRefOptional());
    while (!passes.isEmpty() && passes.peek().output().grad().defined()) {
      back(passes.pop());
    }
  }

  private void back(Pass pass) {
    List<List<Tensor>> gradients = compute.inShares(count, pass::gradients);
    int parameters = pass.parameters().size();
    for (int i = 0; i < parameters; i++) {
      addAll(pass.parameters().get(i), gradients, i);
    }
    if (pass.input().requires_grad()) {
      backward(pass.input(), joined(gradients.stream().map(found -> found.get(parameters))));
    }
  }

  /** In the order of the shares: rounding must not depend on which of them was done first. */
  private static void addAll(Tensor parameter, List<List<Tensor>> gradients, int number) {
    if (!parameter.grad().defined()) {
      // Adam takes the memory of weights and gradients as it lies, so they have to lie alike.
      parameter.mutable_grad().put(torch.zeros_like(parameter.detach()));
    }
    gradients.forEach(found -> parameter.grad().add_(found.get(number)));
  }
}
