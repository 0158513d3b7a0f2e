package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LossTest {

  private static final int LOGITS = 601;

  /** From -120 to 120, where the exponential of a float overflows long before the end. */
  private static float logit(int i) {
    return (i - LOGITS / 2) * 0.4f;
  }

  private static double crossEntropy(double logit, double target) {
    return Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))) - logit * target;
  }

  @Test
  void aGraphComputesTheCrossEntropyOfEveryLogit() {
    for (float target : new float[] {0, 0.25f, 1}) {
      float[] logits = new float[LOGITS];
      for (int i = 0; i < LOGITS; i++) {
        logits[i] = logit(i);
      }
      OnnxGraph graph = new OnnxGraph();
      String raw = graph.input("x", 1);
      graph.output("y", Loss.CROSS_ENTROPY.writeSum(graph, raw, graph.constant(target)), 1);
      float[] found = OnnxRun.of(graph, "y", logits, LOGITS, 1);
      for (int i = 0; i < LOGITS; i++) {
        assertThat((double) found[i])
            .as("logit %s, target %s", logits[i], target)
            .isCloseTo(
                crossEntropy(logits[i], target), Offset.offset(3e-7 + 1e-7 * Math.abs(logits[i])));
      }
    }
  }
}
