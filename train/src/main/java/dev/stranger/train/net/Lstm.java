package dev.stranger.train.net;

import dev.stranger.DataException;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.CudnnLstm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Long short-term memory of several layers; sequences go time first: T x N x inputs. */
final class Lstm {

  /** cuDNN computes gradients in this mode only; without dropout nothing else depends on it. */
  private static final boolean TRAINING = true;

  private final int hidden;
  private final List<Tensor> weights = new ArrayList<>();
  private final int layers;

  Lstm(Parameters parameters, int inputs, int hidden, int layers) {
    this.hidden = hidden;
    this.layers = layers;
    for (int layer = 0; layer < layers; layer++) {
      int from = layer == 0 ? inputs : hidden;
      weights.add(parameters.uniform(hidden, 4L * hidden, from));
      weights.add(parameters.uniform(hidden, 4L * hidden, hidden));
      weights.add(parameters.uniform(hidden, 4L * hidden));
      weights.add(parameters.uniform(hidden, 4L * hidden));
    }
    if (parameters.compute().isCuda()) {
      CudnnLstm.join(weights, layers);
    }
  }

  /** A step keeps the gates before and after they are squashed, the cell and what it gives. */
  static NetworkSize size(long inputs, long hidden, int layers, long steps) {
    long biases = 8 * hidden * layers;
    long weights = 0;
    for (int layer = 0; layer < layers; layer++) {
      weights += 4 * hidden * ((layer == 0 ? inputs : hidden) + hidden);
    }
    return new NetworkSize(weights + biases, 11 * hidden * layers * steps, weights * steps);
  }

  int layers() {
    return layers;
  }

  /** All outputs of the last layer, from a first hidden state: T x N x hidden. */
  Tensor forward(Tensor x, Tensor firstHidden) {
    TensorVector state = new TensorVector(firstHidden, torch.zeros_like(firstHidden));
    TensorVector parameters = new TensorVector(weights.toArray(Tensor[]::new));
    return torch.lstm(x, state, parameters, true, layers, 0, TRAINING, false, false).get0();
  }

  /**
   * @param firstHidden name of a 1 x N x hidden tensor for each layer alike, or empty for zeros
   */
  String write(OnnxGraph graph, String x, String firstHidden) {
    String y = x;
    for (int layer = 0; layer < layers; layer++) {
      Tensor input = weights.get(4 * layer);
      int from = (int) input.size(1);
      String w = graph.constant(gates(input, from), 1, 4L * hidden, from);
      String r = graph.constant(gates(weights.get(4 * layer + 1), hidden), 1, 4L * hidden, hidden);
      String b = graph.constant(biases(layer), 1, 8L * hidden);
      String all = graph.node("LSTM", Map.of("hidden_size", hidden), y, w, r, b, "", firstHidden);
      y = graph.node("Squeeze", all, graph.integers(1)); // the direction
    }
    return y;
  }

  /** ONNX has no operator for it, and written out it would be a node for every step. */
  static DataException withoutGradient() {
    return new DataException(
        "gradients cannot be written through a recurrent network; use the conv or dense network,"
            + " or scores that need none");
  }

  private float[] biases(int layer) {
    float[] input = gates(weights.get(4 * layer + 2), 1);
    float[] state = gates(weights.get(4 * layer + 3), 1);
    float[] both = new float[8 * hidden];
    System.arraycopy(input, 0, both, 0, input.length);
    System.arraycopy(state, 0, both, input.length, state.length);
    return both;
  }

  /**
   * libtorch keeps the gates as input, forget, cell, output; ONNX as input, output, forget, cell.
   */
  private float[] gates(Tensor weight, int columns) {
    float[] from = Compute.floats(weight);
    float[] to = new float[from.length];
    int block = hidden * columns;
    int[] order = {0, 3, 1, 2};
    for (int gate = 0; gate < 4; gate++) {
      System.arraycopy(from, order[gate] * block, to, gate * block, block);
    }
    return to;
  }
}
