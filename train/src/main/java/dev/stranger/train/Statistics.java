package dev.stranger.train;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.rkm.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the score looks at, none of it negative: for each sample its kPCA error, its energy in the
 * subspace, its reconstruction errors, and the energy of the sample itself. The last one matters
 * because errors grow with what there is to reconstruct: a small error on an almost empty image may
 * be stranger than a large one on a full image.
 */
record Statistics(Loss loss) {

  static int count(Loss loss) {
    return loss == Loss.SQUARED ? 4 : 5;
  }

  /**
   * @param kpcaError N x 1
   * @param subspaceEnergy N x 1
   * @param raw output of the decoder, one row a sample
   * @param x what it should be
   * @return N x count
   */
  String write(OnnxGraph graph, String kpcaError, String subspaceEnergy, String raw, String x) {
    List<String> parts = new ArrayList<>();
    parts.add(kpcaError);
    parts.add(subspaceEnergy);
    parts.add(Loss.SQUARED.writeSum(graph, loss.writeOutput(graph, raw), x));
    if (loss != Loss.SQUARED) {
      parts.add(Loss.CROSS_ENTROPY.writeSum(graph, raw, x));
    }
    parts.add(graph.rowSum(graph.mul(x, x)));
    String all = graph.node("Concat", Map.of("axis", 1), parts.toArray(String[]::new));
    return graph.node("Relu", all); // rounding must not make them negative
  }
}
