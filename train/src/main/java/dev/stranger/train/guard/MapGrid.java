package dev.stranger.train.guard;

import dev.stranger.train.onnx.OnnxGraph;

/**
 * The places of a picture at which a guard looks, as many as the largest watched map has. Maps are
 * smoothed over three by three places, because a defect rarely ends where a place does, and
 * stretched to the grid, all by products with small matrices: every version of ONNX has those.
 */
public record MapGrid(int height, int width) {

  int places() {
    return height * width;
  }

  /** A map of another size, smoothed and stretched: N x C x H x W. */
  String write(OnnxGraph graph, String map, int fromHeight, int fromWidth) {
    float[] down = product(stretching(fromHeight, height), smoothing(fromHeight), fromHeight);
    float[] across = product(stretching(fromWidth, width), smoothing(fromWidth), fromWidth);
    String rows = graph.matmul(graph.constant(down, height, fromHeight), map);
    return graph.matmul(rows, graph.constant(transposed(across, width), fromWidth, width));
  }

  /** Numbers of all places in the size of a picture: N x H x W. */
  String writeStretched(OnnxGraph graph, String places, int toHeight, int toWidth) {
    String map = graph.node("Reshape", places, graph.integers(-1, height, width));
    String rows = graph.matmul(graph.constant(stretching(height, toHeight), toHeight, height), map);
    float[] across = transposed(stretching(width, toWidth), toWidth);
    return graph.matmul(rows, graph.constant(across, width, toWidth));
  }

  /** Linear interpolation between the middles of places, {@code to} x {@code from}. */
  static float[] stretching(int from, int to) {
    float[] matrix = new float[to * from];
    for (int i = 0; i < to; i++) {
      double at = Math.max(0, Math.min(from - 1, (i + 0.5) * from / to - 0.5));
      int before = (int) at;
      int after = Math.min(from - 1, before + 1);
      matrix[i * from + before] += (float) (1 - (at - before));
      matrix[i * from + after] += (float) (at - before);
    }
    return matrix;
  }

  /** The mean of a place and those beside it, n x n. */
  static float[] smoothing(int n) {
    float[] matrix = new float[n * n];
    for (int i = 0; i < n; i++) {
      int first = Math.max(0, i - 1);
      int last = Math.min(n - 1, i + 1);
      for (int j = first; j <= last; j++) {
        matrix[i * n + j] = 1f / (last - first + 1);
      }
    }
    return matrix;
  }

  private static float[] product(float[] a, float[] b, int inner) {
    int rows = a.length / inner;
    int columns = b.length / inner;
    float[] product = new float[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        for (int j = 0; j < columns; j++) {
          product[i * columns + j] += a[i * inner + k] * b[k * columns + j];
        }
      }
    }
    return product;
  }

  private static float[] transposed(float[] matrix, int rows) {
    int columns = matrix.length / rows;
    float[] transposed = new float[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      transposed[i % columns * rows + i / columns] = matrix[i];
    }
    return transposed;
  }
}
