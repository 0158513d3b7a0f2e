package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Fully connected behind a convolution: from maps of channels to vectors.
 *
 * @param weight a map for each number of the vector
 */
record MapToVector(MapOrder order, Tensor weight, Tensor bias, TensorOptional optionalBias)
    implements Layer {

  /**
   * @param map its channels and sides
   */
  static MapToVector of(Parameters parameters, long[] map, int to) {
    long from = MapOrder.size(map);
    Tensor weight = parameters.uniform(from, View.times(to, map));
    Tensor bias = parameters.uniform(from, to);
    return new MapToVector(MapOrder.of(weight), weight, bias, new TensorOptional(bias));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.linear(order.rows(x), order.rows(weight), optionalBias);
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    return linear().write(graph, View.flat().write(graph, x));
  }

  @Override
  public String writeGradient(OnnxGraph graph, String x, String gradient) {
    return View.flat().writeGradient(graph, x, linear().writeGradient(graph, x, gradient));
  }

  /** The same for rows with the channels first, as they are in a graph. */
  private Linear linear() {
    return new Linear(weight.reshape(weight.size(0), -1), bias, optionalBias);
  }
}
