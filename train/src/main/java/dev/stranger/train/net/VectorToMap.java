package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Fully connected before a transposed convolution: from vectors to maps of channels.
 *
 * @param map its channels and sides
 * @param weight a map for each number of the vector
 * @param bias one map
 */
record VectorToMap(MapOrder order, long[] map, Tensor weight, Tensor bias) implements Layer {

  static VectorToMap of(Parameters parameters, int from, long[] map) {
    Tensor weight = parameters.uniformMaps(from, map);
    Tensor bias = parameters.uniform(from, View.times(1, map));
    return new VectorToMap(MapOrder.of(weight), map, weight, bias);
  }

  @Override
  public Tensor forward(Tensor x) {
    return order.maps(torch.addmm(order.rows(bias), x, order.rows(weight)), map);
  }

  @Override
  public String write(OnnxGraph graph, String x) {
    return View.of(map).write(graph, linear().write(graph, x));
  }

  @Override
  public String writeGradient(OnnxGraph graph, String x, String gradient) {
    return linear().writeGradient(graph, x, View.flat().write(graph, gradient));
  }

  /** The same to rows with the channels first, as they are in a graph. */
  private Linear linear() {
    Tensor flat = bias.reshape(-1);
    return new Linear(weight.reshape(weight.size(0), -1).t(), flat, new TensorOptional(flat));
  }
}
