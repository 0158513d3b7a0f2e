package dev.stranger.train.guard;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;

/**
 * What the logits f of a classifier say of a sample; each is higher for what is stranger:
 *
 * <ul>
 *   <li>the energy {@code -log sum exp f} (Liu et al., 2020),
 *   <li>{@code -log max softmax f}, which orders as Hendrycks and Gimpel (2017) do,
 *   <li>the margin: the second largest logit less the largest.
 * </ul>
 */
final class LogitStatistics {

  static final List<String> NAMES = List.of("energy", "max_softmax", "margin");

  private LogitStatistics() {}

  /**
   * All of them, each N x 1.
   *
   * @param logits N x K, at least two of them
   */
  static List<String> write(OnnxGraph graph, String logits) {
    String two = graph.largest(logits, 2);
    String largest = graph.slice(two, 1, 0, 1);
    String sum = graph.rowSum(graph.node("Exp", graph.sub(logits, largest)));
    String maxSoftmax = graph.node("Log", sum);
    String minusFirst = graph.constant(new float[] {-1, 0}, 2, 1);
    String energy = graph.node("Gemm", Map.of("beta", -1f), two, minusFirst, maxSoftmax);
    String margin = graph.matmul(two, graph.constant(new float[] {-1, 1}, 2, 1));
    return List.of(energy, maxSoftmax, margin);
  }
}
