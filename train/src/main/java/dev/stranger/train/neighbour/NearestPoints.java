package dev.stranger.train.neighbour;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Map;

/**
 * Finds the nearest of some points in a graph.
 *
 * @param points row after row
 * @param width length of a point
 * @param neighbours how many are found
 */
public record NearestPoints(float[] points, int width, int neighbours) {

  public int count() {
    return points.length / width;
  }

  /**
   * The ways from the nearest points to each sample, N x neighbours x width.
   *
   * @param samples N x width
   */
  public String writeWays(OnnxGraph graph, String samples) {
    String nearest = graph.positionsOfSmallest(withoutOwnNorms(graph, samples), neighbours);
    String found = graph.node("Gather", Map.of("axis", 0), all(graph), nearest);
    return graph.sub(graph.node("Unsqueeze", samples, graph.integers(1)), found);
  }

  /** The mean distance to the nearest points, N x 1. */
  String writeMean(OnnxGraph graph, String samples) {
    String ways = writeWays(graph, samples);
    String distances = graph.node("ReduceL2", Map.of("axes", new long[] {2}, "keepdims", 0), ways);
    return graph.mean(distances, 1);
  }

  /**
   * |a|^2 - 2ab + |b|^2 for each sample a and each point b: fast, and exact enough to find
   * neighbours with.
   */
  public String squaredDistances(OnnxGraph graph, String samples) {
    return graph.add(withoutOwnNorms(graph, samples), graph.squaredNorm(samples));
  }

  /** The squared distances less |a|^2, which is the same for all points and leaves their order. */
  private String withoutOwnNorms(OnnxGraph graph, String samples) {
    String norms = graph.constant(squaredNorms(), count());
    return graph.node("Gemm", Map.of("transB", 1, "alpha", -2f), samples, all(graph), norms);
  }

  private float[] squaredNorms() {
    float[] norms = new float[count()];
    for (int i = 0; i < points.length; i++) {
      norms[i / width] += points[i] * points[i];
    }
    return norms;
  }

  /** One constant for products and for the points that are found: it is most of a detector file. */
  private String all(OnnxGraph graph) {
    return graph.constant(points, count(), width);
  }

  /** The squared distances from a point to all; to itself it is infinite. */
  double[] squaresToOthers(int point) {
    double[] squares = new double[count()];
    for (int other = 0; other < squares.length; other++) {
      double sum = 0;
      for (int i = 0; i < width; i++) {
        double way = points[point * width + i] - points[other * width + i];
        sum += way * way;
      }
      squares[other] = other == point ? Double.POSITIVE_INFINITY : sum;
    }
    return squares;
  }
}
