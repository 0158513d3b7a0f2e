package dev.stranger.train.torch;

import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** What cuDNN, the library for networks on a GPU, asks of an LSTM. */
public final class CudnnLstm {

  private static final long LSTM = 2;

  private CudnnLstm() {}

  /**
   * Moves the weights of all layers, which run in one direction and time first, one behind another
   * in memory: otherwise cuDNN copies them at every call, and complains.
   *
   * @param weights on a GPU; of each layer those of its inputs, of its state, and perhaps biases
   */
  public static void join(List<Tensor> weights, int layers) {
    Tensor ofInputs = weights.get(0);
    Tensor ofState = weights.get(1);
    try (NoGradGuard guard = new NoGradGuard()) {
      BoxedOperator.find("aten::_cudnn_rnn_flatten_weight", "")
          .call(
              BoxedOperator.list(weights),
              new IValue((long) weights.size() / layers),
              new IValue(ofInputs.size(1)),
              new IValue(LSTM),
              new IValue(ofState.size(1)),
              new IValue(0L), // no projection
              new IValue((long) layers),
              new IValue(false), // time first
              new IValue(false)); // one direction
    }
  }
}
