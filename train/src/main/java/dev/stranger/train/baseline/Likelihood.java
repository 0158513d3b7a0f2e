package dev.stranger.train.baseline;

import dev.stranger.train.net.Loss;
import dev.stranger.train.onnx.OnnxGraph;

/**
 * What a loss says of p(x|z): the cross-entropy is the negative logarithm of a Bernoulli
 * distribution (of values between 0 and 1 too, as is usual), half the squared error that of a
 * Gaussian of variance 1, but for a constant.
 */
final class Likelihood {

  private Likelihood() {}

  /** What the loss is multiplied by. */
  static double weight(Loss loss) {
    return loss == Loss.CROSS_ENTROPY ? 1 : 0.5;
  }

  /** What is added for each value of a sample. */
  private static double constant(Loss loss) {
    return loss == Loss.CROSS_ENTROPY ? 0 : Math.log(2 * Math.PI) / 2;
  }

  /** -log p(x|z) of each row: N x D and N x D give N x 1. */
  static String writeNegativeLog(OnnxGraph graph, Loss loss, String raw, String x, int values) {
    String weighted = graph.mul(loss.writeSum(graph, raw, x), graph.constant(weight(loss)));
    return graph.add(weighted, graph.constant(values * constant(loss)));
  }
}
