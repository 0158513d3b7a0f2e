package dev.stranger.train.baseline;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;

/**
 * One Gaussian a class, with its own mean and the covariance of all, {@code S} (Lee et al., 2018).
 * Held as a matrix {@code A} with {@code A'A = S^-1}: after {@code y = A (z - centre)} the
 * Mahalanobis distance is the ordinary one.
 *
 * @param centre mean of the class means, length d
 * @param whitening A, d x d
 * @param means of the classes as values of y, K x d
 */
public record ClassGaussians(float[] centre, float[] whitening, float[] means) {

  /**
   * Of rows in memory.
   *
   * @param labels one a row, any numbers
   */
  public static ClassGaussians of(DMatrixRMaj rows, int[] labels) {
    return GaussianFit.of(rows, labels);
  }

  private int width() {
    return centre.length;
  }

  /** The squared distance of each row of z to the nearest class: N x d gives N x 1. */
  public String writeDistance(OnnxGraph graph, String z) {
    return graph.squaredNorm(writeDifference(graph, z));
  }

  /** Half the gradient of that distance with respect to z. */
  String writeHalfGradient(OnnxGraph graph, String z) {
    return graph.matmul(writeDifference(graph, z), writeWhitening(graph));
  }

  /** y less the mean of the nearest class. */
  private String writeDifference(OnnxGraph graph, String z) {
    int classes = means.length / width();
    String centred = graph.sub(z, graph.constant(centre, width()));
    Map<String, Object> transposed = Map.of("perm", new long[] {1, 0});
    String a = graph.node("Transpose", transposed, writeWhitening(graph));
    String y = graph.matmul(centred, a);
    String m = graph.constant(means, classes, width());
    // |y - m|^2 is smallest where y'm - |m|^2 / 2 is largest.
    String halves = graph.constant(minusHalfSquares(), classes);
    String products = graph.node("Gemm", Map.of("transB", 1), y, m, halves);
    String nearest = graph.node("ArgMax", Map.of("axis", 1, "keepdims", 0), products);
    return graph.sub(y, graph.node("Gather", Map.of("axis", 0), m, nearest));
  }

  private String writeWhitening(OnnxGraph graph) {
    return graph.constant(whitening, width(), width());
  }

  private float[] minusHalfSquares() {
    float[] halves = new float[means.length / width()];
    for (int i = 0; i < means.length; i++) {
      halves[i / width()] -= means[i] * means[i] / 2;
    }
    return halves;
  }
}
