package dev.stranger.train.baseline;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The logits of a batch in a graph, N x K, and what is made of them. All functions of the softmax
 * start from the differences to the largest logit: they are zero or less, so nothing overflows.
 */
record Logits(OnnxGraph graph, String values, int classes) {

  /** {@code -T log sum exp(f / T)}. */
  String energy(double temperature) {
    String sum = graph.rowSum(graph.node("Exp", toLargest(temperature)));
    String spread = graph.mul(graph.node("Log", sum), graph.constant(temperature));
    return graph.node("Neg", graph.add(largest(), spread));
  }

  /** {@code 1 - max S(f)}: the sum over the other classes, as a share of the sum over all. */
  String doubt() {
    String terms = graph.node("Exp", toLargest(1));
    String others = graph.rowSum(graph.mul(terms, graph.sub(graph.constant(1), predicted())));
    return graph.node("Div", others, graph.rowSum(terms));
  }

  /**
   * {@code 1/K - max S(f / T)}. With {@code e_i = exp(d_i) - 1} of the differences d to the largest
   * logit, {@code max S = 1 / (K + sum e)} and the result {@code sum e / (K (K + sum e))}. For
   * small d, {@code e = 2t / (1 - t)} with {@code t = tanh(d / 2)} is exact where {@code exp(d) -
   * 1} loses all its digits.
   */
  String temperedDoubt(double temperature) {
    String half = graph.mul(toLargest(temperature), graph.constant(0.5));
    String t = graph.node("Tanh", half);
    String twice = graph.mul(t, graph.constant(2));
    String less = graph.node("Div", twice, graph.sub(graph.constant(1), t));
    String sum = graph.rowSum(less);
    String all = graph.add(sum, graph.constant(classes));
    return graph.node("Div", sum, graph.mul(all, graph.constant(classes)));
  }

  /** The gradient of {@code T log max S(f / T)} with respect to the logits. */
  String gradientOfConfidence(double temperature) {
    String softmax = graph.node("Softmax", Map.of("axis", 1), toLargest(temperature));
    return graph.sub(predicted(), softmax);
  }

  /** One for the class with the largest logit, the first of several, and zero elsewhere. */
  private String predicted() {
    String best = graph.node("ArgMax", Map.of("axis", 1, "keepdims", 1), values);
    String all = graph.integers(LongStream.range(0, classes).toArray());
    return graph.node("Cast", Map.of("to", 1), graph.node("Equal", best, all));
  }

  private String toLargest(double temperature) {
    String differences = graph.sub(values, largest());
    return graph.mul(differences, graph.constant(1 / temperature));
  }

  private String largest() {
    return graph.node("ReduceMax", Map.of("axes", new long[] {1}, "keepdims", 1), values);
  }
}
