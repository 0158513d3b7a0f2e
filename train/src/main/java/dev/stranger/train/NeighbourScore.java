package dev.stranger.train;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How far a sample is from its nearest training samples, on average over some of them. Where a
 * sample lies is told by its {@link Statistics} and, with less weight, by its place in the
 * subspace. Far strangers stand out in one statistic, near ones in how the statistics go together,
 * and those that are normal in all of them may still fall where no training sample does. Nothing
 * but normal samples is needed to set it up. docs/one-score.md tells what was measured.
 *
 * @param names of the statistics
 * @param reference training samples: the coordinates of their statistics, then those in the
 *     subspace times their weight
 */
record NeighbourScore(List<String> names, StatisticSpace space, NearestPoints reference)
    implements ScoreModel {

  /** More training samples than this make judging slower, hardly better. */
  static final int MOST_REFERENCES = 10_000;

  /** More weight would see near strangers better and far ones worse. */
  static final float SUBSPACE_WEIGHT = 0.25f;

  private static final int REFERENCES_A_NEIGHBOUR = 1250;
  private static final int FEWEST_NEIGHBOURS = 3;

  /** Stands for a distance of zero, which must not be divided by. */
  private static final double TINY = 1e-20;

  /**
   * @param statistics of training samples, row after row
   * @param inSubspace coordinates of the same samples in the subspace, row after row
   */
  static NeighbourScore fit(
      List<String> names, float[] statistics, float[] inSubspace, float offset) {
    int rows = statistics.length / names.size();
    StatisticSpace space = StatisticSpace.fit(statistics, names.size(), offset);
    float[] points = points(space.coordinates(statistics), inSubspace, rows);
    int neighbours = Math.max(FEWEST_NEIGHBOURS, rows / REFERENCES_A_NEIGHBOUR);
    return new NeighbourScore(
        names, space, new NearestPoints(points, points.length / rows, Math.min(rows, neighbours)));
  }

  private static float[] points(float[] coordinates, float[] inSubspace, int rows) {
    int width = coordinates.length / rows;
    int more = inSubspace.length / rows;
    float[] points = new float[coordinates.length + inSubspace.length];
    for (int row = 0; row < rows; row++) {
      int at = row * (width + more);
      System.arraycopy(coordinates, row * width, points, at, width);
      for (int i = 0; i < more; i++) {
        points[at + width + i] = SUBSPACE_WEIGHT * inSubspace[row * more + i];
      }
    }
    return points;
  }

  @Override
  public List<String> parts() {
    List<String> parts = new ArrayList<>(names);
    parts.add("place in the subspace");
    return List.copyOf(parts);
  }

  @Override
  public Written write(OnnxGraph graph, Ingredients from) {
    String inSubspace = graph.mul(from.coordinates(), graph.constant(SUBSPACE_WEIGHT));
    String point = graph.concat(List.of(space.write(graph, from.statistics()), inSubspace));
    String ways = reference.writeWays(graph, point);
    String squares = graph.mul(ways, ways);
    String distances =
        graph.node(
            "Sqrt", graph.node("ReduceSum", Map.of("keepdims", 1), squares, graph.integers(2)));
    String score = graph.node("Squeeze", graph.mean(distances, 1), graph.integers(2));
    return new Written(score, parts(graph, ways, squares, distances));
  }

  /**
   * A distance is the sum of squares over itself, so each coordinate has its part in it: positive
   * where the sample has more than its neighbours.
   */
  private String parts(OnnxGraph graph, String ways, String squares, String distances) {
    String divisor = graph.node("Max", distances, graph.constant(TINY));
    String each =
        graph.node(
            "Squeeze", graph.mean(graph.node("Div", squares, divisor), 1), graph.integers(1));
    String direction =
        graph.node("Squeeze", graph.node("Sign", graph.mean(ways, 1)), graph.integers(1));
    int width = space.width();
    String ofStatistics =
        graph.mul(graph.slice(each, 1, 0, width), graph.slice(direction, 1, 0, width));
    String ofPlace = graph.rowSum(graph.slice(each, 1, width, reference.width()));
    return graph.concat(List.of(ofStatistics, ofPlace));
  }
}
