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
    String nearest = graph.positionsOfSmallest(squaredDistances(graph, samples), neighbours);
    String all = graph.constant(points, count(), width);
    String found = graph.node("Gather", Map.of("axis", 0), all, nearest);
    return graph.sub(graph.node("Unsqueeze", samples, graph.integers(1)), found);
  }

  /**
   * |a|^2 - 2ab + |b|^2 for each sample a and each point b: fast, and exact enough to find
   * neighbours with.
   */
  public String squaredDistances(OnnxGraph graph, String samples) {
    float[] transposed = new float[points.length];
    float[] norms = new float[count()];
    for (int row = 0; row < count(); row++) {
      for (int column = 0; column < width; column++) {
        float value = points[row * width + column];
        transposed[column * count() + row] = -2 * value;
        norms[row] += value * value;
      }
    }
    String products = graph.matmul(samples, graph.constant(transposed, width, count()));
    String own = graph.rowSum(graph.mul(samples, samples));
    return graph.add(graph.add(products, graph.constant(norms, 1, count())), own);
  }
}
