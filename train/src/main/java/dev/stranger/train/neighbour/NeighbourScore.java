package dev.stranger.train.neighbour;

import dev.stranger.train.method.ModelGraph.Other;
import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.method.References;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.neighbour.Statistics.Group;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * How far a sample is from its nearest training samples, on average over some of them. Where a
 * sample lies is told by its {@link Statistics} and, with less weight, by its direction in the
 * subspace; its length there is one of the statistics already. Far strangers stand out in one
 * statistic, near ones in how the statistics go together, and those that are normal in all of them
 * may still point where no training sample does. Nothing but normal samples is needed to set it up.
 * docs/one-score.md tells what was measured.
 *
 * @param groups of the statistics
 * @param reference training samples: the coordinates of their statistics, then their direction in
 *     the subspace times its weight
 */
public record NeighbourScore(List<Group> groups, StatisticSpace space, NearestPoints reference)
    implements ScoreModel {

  /** Its name among the scores to choose from. */
  public static final String KEY = "neighbour";

  private static final String STATISTICS = "statistics";
  private static final String COORDINATES = "coordinates";

  /** What a model must say of training samples. */
  static final Set<String> OUTPUTS = Set.of(STATISTICS, COORDINATES);

  /** More weight would see near strangers better and far ones worse. */
  static final float DIRECTION_WEIGHT = 0.25f;

  /** Added to a mean square of 1 on average: next to the mean there is no direction to speak of. */
  static final float NO_DIRECTION = 0.01f;

  private static final int REFERENCES_A_NEIGHBOUR = 1250;
  private static final int FEWEST_NEIGHBOURS = 3;

  /** Stands for a distance of zero, which must not be divided by. */
  private static final double TINY = 1e-20;

  /**
   * What a model must say of a sample, as outputs of its graph.
   *
   * @param statistics N x {@code count}, as {@link Statistics} writes them
   * @param coordinates in the subspace, in units of their deviation, N x {@code subspace}
   */
  public static List<Other> outputs(
      String statistics, int count, String coordinates, int subspace) {
    return List.of(
        new Other(STATISTICS, statistics, count), new Other(COORDINATES, coordinates, subspace));
  }

  /**
   * Fits the score to training samples.
   *
   * @param counts whether a training sample does, by its position
   */
  public static NeighbourScore fit(
      Statistics statistics, References training, IntPredicate counts) {
    Map<String, float[]> placed = training.outputs(OUTPUTS, counts);
    int rows = placed.get(STATISTICS).length / statistics.count();
    int neighbours = Math.max(FEWEST_NEIGHBOURS, rows / REFERENCES_A_NEIGHBOUR);
    return fit(statistics, placed, neighbours);
  }

  /**
   * @param placed what the model says of training samples, by the names of {@link #OUTPUTS}
   */
  static NeighbourScore fit(Statistics statistics, Map<String, float[]> placed, int neighbours) {
    return fit(
        statistics.groups(),
        placed.get(STATISTICS),
        placed.get(COORDINATES),
        statistics.logarithmOffset(),
        neighbours);
  }

  /**
   * @param statistics of training samples, row after row
   * @param inSubspace coordinates of the same samples in the subspace, row after row
   * @param most neighbours
   */
  static NeighbourScore fit(
      List<Group> groups, float[] statistics, float[] inSubspace, float offset, int most) {
    int width = groups.stream().mapToInt(Group::width).sum();
    int rows = statistics.length / width;
    int neighbours = Math.min(rows, most);
    StatisticSpace space =
        StatisticSpace.fit(statistics, single(groups), width, offset, neighbours);
    float[] points = points(space.coordinates(statistics), inSubspace, rows);
    return new NeighbourScore(
        groups, space, new NearestPoints(points, points.length / rows, neighbours));
  }

  /** How many groups are of a single column; these come first. */
  private static int single(List<Group> groups) {
    return (int) groups.stream().filter(group -> group.width() == 1).count();
  }

  private static float[] points(float[] coordinates, float[] inSubspace, int rows) {
    int width = coordinates.length / rows;
    int more = inSubspace.length / rows;
    float[] points = new float[coordinates.length + inSubspace.length];
    for (int row = 0; row < rows; row++) {
      int at = row * (width + more);
      System.arraycopy(coordinates, row * width, points, at, width);
      putDirection(inSubspace, row * more, more, points, at + width);
    }
    return points;
  }

  private static void putDirection(float[] place, int from, int length, float[] points, int to) {
    double squares = 0;
    for (int i = 0; i < length; i++) {
      squares += place[from + i] * place[from + i];
    }
    double scale = DIRECTION_WEIGHT / Math.sqrt(squares / length + NO_DIRECTION);
    for (int i = 0; i < length; i++) {
      points[to + i] = (float) (scale * place[from + i]);
    }
  }

  /** The same in a graph; the weight is in the length that is divided by. */
  private static String direction(OnnxGraph graph, String place, int subspace) {
    double weight = 1 / (DIRECTION_WEIGHT * DIRECTION_WEIGHT);
    String squares = graph.mul(graph.squaredNorm(place), graph.constant(weight / subspace));
    String length = graph.node("Sqrt", graph.add(squares, graph.constant(weight * NO_DIRECTION)));
    return graph.node("Div", place, length);
  }

  @Override
  public List<String> parts() {
    List<String> parts = new ArrayList<>(groups.stream().map(Group::name).toList());
    parts.add("direction in the subspace");
    return List.copyOf(parts);
  }

  @Override
  public Written write(OnnxGraph graph, Outputs from) {
    int subspace = reference.width() - space.width();
    String direction = direction(graph, from.other(COORDINATES), subspace);
    String centred = space.writeCentred(graph, from.other(STATISTICS));
    String point = graph.concat(List.of(space.writeCoordinates(graph, centred), direction));
    String ways = reference.writeWays(graph, point);
    String distances = graph.node("ReduceL2", Map.of("axes", new long[] {2}, "keepdims", 1), ways);
    String score =
        graph.node("ReduceMean", Map.of("axes", new long[] {1}, "keepdims", 0), distances);
    return new Written(score, parts(graph, centred, graph.mul(ways, ways), distances));
  }

  /**
   * A distance is the sum of squares over itself, so each coordinate has its part in it: negative
   * where the sample has less of a single statistic than the average training sample.
   */
  private String parts(OnnxGraph graph, String centred, String squares, String distances) {
    String shares = graph.node("Div", squares, graph.node("Max", distances, graph.constant(TINY)));
    String each = graph.node("ReduceMean", Map.of("axes", new long[] {1}, "keepdims", 0), shares);
    int parts = groups.size() + 1;
    String amounts = graph.matmul(each, graph.constant(sums(parts), reference.width(), parts));
    return graph.mul(amounts, signs(graph, centred, parts));
  }

  /** For each coordinate: 1 in the part it belongs to. */
  private float[] sums(int parts) {
    float[] sums = new float[reference.width() * parts];
    int column = 0;
    for (int part = 0; part < parts; part++) {
      int end = part < groups.size() ? column + groups.get(part).width() : reference.width();
      for (; column < end; column++) {
        sums[column * parts + part] = 1;
      }
    }
    return sums;
  }

  /** Of each part: that of a single statistic, and 1 for what has no side. */
  private String signs(OnnxGraph graph, String centred, int parts) {
    float[] own = new float[space.width() * parts];
    float[] others = new float[parts];
    int single = single(groups);
    for (int part = 0; part < parts; part++) {
      if (part < single) {
        own[part * parts + part] = 1;
      } else {
        others[part] = 1;
      }
    }
    return graph.node(
        "Gemm",
        graph.node("Sign", centred),
        graph.constant(own, space.width(), parts),
        graph.constant(others, parts));
  }
}
