package dev.stranger.train.baseline;

import dev.stranger.train.net.Chain.Trace;
import dev.stranger.train.onnx.OnnxGraph;

/** A classifier in a graph behind some samples. A second pass shares the weights of the first. */
record Pass(OnnxGraph graph, ClassifierNetwork network, String x, Trace body, Logits logits) {

  static Pass of(OnnxGraph graph, ClassifierNetwork network, String x) {
    Trace body = network.body().trace(graph, x);
    String logits = network.head().write(graph, body.output());
    return new Pass(graph, network, x, body, new Logits(graph, logits, network.classes()));
  }

  String features() {
    return body.output();
  }

  /** From a gradient with respect to the features to that with respect to the samples. */
  String backFromFeatures(String gradient) {
    return body.writeGradient(gradient);
  }

  /** From a gradient with respect to the logits to that with respect to the samples. */
  String backFromLogits(String gradient) {
    return backFromFeatures(network.head().writeGradient(graph, features(), gradient));
  }

  /**
   * The pass of the samples after every value was moved by {@code step} to where something grows,
   * or shrinks when the step is negative. As in the papers, values may leave their range.
   *
   * @param gradient of that something with respect to the samples
   */
  Pass moved(String gradient, double step) {
    String moves = graph.mul(graph.node("Sign", gradient), graph.constant(step));
    return of(graph, network, graph.add(x, moves));
  }
}
