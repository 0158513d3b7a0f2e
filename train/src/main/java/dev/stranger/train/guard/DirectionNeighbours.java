package dev.stranger.train.guard;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How far a sample points from its nearest training samples. Along the main directions the
 * difference is known; what lies outside of them is taken to have nothing in common, so that its
 * squares add up.
 *
 * @param places of training samples along the main directions, row after row
 * @param squares of each: its length there, and what is outside
 * @param neighbours how many are averaged over
 */
record DirectionNeighbours(float[] places, float[] squares, int neighbours) {

  private static final int REFERENCES_A_NEIGHBOUR = 1250;
  private static final int FEWEST_NEIGHBOURS = 3;

  /** Of squares that are differences of numbers near one: less is rounding. */
  private static final double TINY = 1e-6;

  /**
   * @param most training samples that are kept
   */
  static DirectionNeighbours of(DirectionSpace.Placed placed, int most) {
    int count = Math.min(most, placed.outside().length);
    int width = placed.places().numCols;
    float[] places = new float[count * width];
    float[] squares = new float[count];
    for (int i = 0; i < places.length; i++) {
      places[i] = (float) placed.places().data[i];
      squares[i / width] += places[i] * places[i];
    }
    for (int row = 0; row < count; row++) {
      squares[row] += (float) placed.outside()[row];
    }
    int wanted = Math.max(FEWEST_NEIGHBOURS, count / REFERENCES_A_NEIGHBOUR);
    return new DirectionNeighbours(places, squares, Math.min(wanted, count - 1));
  }

  int count() {
    return squares.length;
  }

  private int width() {
    return places.length / count();
  }

  /** Distances of some of the training samples to the others, themselves left out. */
  double[] leavingOneOut(int[] asked) {
    return Arrays.stream(asked).parallel().mapToDouble(this::leavingOut).toArray();
  }

  private double leavingOut(int sample) {
    double[] all =
        IntStream.range(0, count())
            .mapToDouble(
                other -> other == sample ? Double.POSITIVE_INFINITY : square(sample, other))
            .sorted()
            .limit(neighbours)
            .toArray();
    return Arrays.stream(all).map(Math::sqrt).average().orElse(0);
  }

  private double square(int a, int b) {
    double product = 0;
    for (int i = 0; i < width(); i++) {
      product += places[a * width() + i] * places[b * width() + i];
    }
    return Math.max(TINY, squares[a] + squares[b] - 2 * product);
  }

  /** The mean distance to the nearest training samples, N x 1. */
  String write(OnnxGraph graph, DirectionSpace.Written placed) {
    String all = graph.constant(places, count(), width());
    String others = graph.constant(squares, count());
    String products =
        graph.node("Gemm", Map.of("transB", 1, "alpha", -2f), placed.places(), all, others);
    String nearest = graph.add(graph.smallest(products, neighbours), placed.whole());
    String distances = graph.node("Sqrt", graph.node("Max", nearest, graph.constant(TINY)));
    return graph.mean(distances, 1);
  }
}
