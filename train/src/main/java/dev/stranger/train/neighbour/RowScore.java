package dev.stranger.train.neighbour;

import dev.stranger.train.method.ModelGraph.Other;
import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.method.References;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The score of rows and series: the {@link NeighbourScore} and what {@link ValueSpace} says of the
 * values themselves, each as the surprise of its {@link Testimony}, added up. A network sees how
 * values go together, but a small one forgets much of where training samples lie; values alone tell
 * that, and neither is the better one on all tables. docs/one-score.md tells what was measured.
 *
 * @param statistics the score of the network
 * @param testimonies of that score, then of the distances of the values
 */
public record RowScore(NeighbourScore statistics, ValueSpace values, List<Testimony> testimonies)
    implements ScoreModel {

  private static final String PREPARED = "prepared";

  private static final int NEIGHBOURS = 10;

  /** Stands for a score of zero, which must not be divided by. */
  private static final double TINY = 1e-20;

  /**
   * What a model must say of a sample besides {@link NeighbourScore#outputs}.
   *
   * @param prepared values as the network sees them, N x width
   */
  public static Other output(String prepared, int width) {
    return new Other(PREPARED, prepared, width);
  }

  /**
   * Fits the score to training samples.
   *
   * @param width values of a sample
   * @param counts whether a training sample does, by its position
   * @param unseen how many of those that count the network did not see, the first ones
   */
  public static RowScore fit(
      Statistics statistics, int width, References training, IntPredicate counts, int unseen) {
    Set<String> names = new HashSet<>(NeighbourScore.OUTPUTS);
    names.add(PREPARED);
    Map<String, float[]> placed = training.outputs(names, counts);
    NeighbourScore score = NeighbourScore.fit(statistics, placed, NEIGHBOURS);
    return fit(score, ValueSpace.fit(placed.get(PREPARED), width), unseen);
  }

  /**
   * What it adds to a detector file, nearly.
   *
   * @param samples that are learned from
   * @param width values of a sample
   */
  public static long fileBytes(long samples, int width) {
    return ValueSpace.fileBytes(samples, width);
  }

  /**
   * @param unseen how many of the reference points the network did not see, the first ones; none if
   *     it saw all
   */
  static RowScore fit(NeighbourScore score, ValueSpace values, int unseen) {
    NearestPoints points = score.reference();
    List<Testimony> testimonies = new ArrayList<>();
    testimonies.add(
        Testimony.of(
            unseen > 0
                ? ValueSpace.distancesToOthers(points, IntStream.range(0, unseen))
                : ValueSpace.leavingOneOut(points)));
    testimonies.addAll(values.testimonies());
    return new RowScore(score, values, List.copyOf(testimonies));
  }

  @Override
  public List<String> parts() {
    List<String> parts = new ArrayList<>(statistics.parts());
    parts.addAll(values.names());
    return List.copyOf(parts);
  }

  @Override
  public Written write(OnnxGraph graph, Outputs from) {
    Written network = statistics.write(graph, from);
    String surprise = testimonies.get(0).writeSurprise(graph, network.score());
    List<String> parts = new ArrayList<>();
    parts.add(shares(graph, network, surprise));
    List<String> distances = values.writeDistances(graph, from.other(PREPARED));
    String score = surprise;
    for (int i = 0; i < distances.size(); i++) {
      String next = testimonies.get(i + 1).writeSurprise(graph, distances.get(i));
      parts.add(next);
      score = graph.add(score, next);
    }
    return new Written(score, graph.concat(parts));
  }

  /** The surprise, divided as the score of the network is. */
  private static String shares(OnnxGraph graph, Written network, String surprise) {
    String whole = graph.node("Max", network.score(), graph.constant(TINY));
    return graph.mul(network.parts(), graph.node("Div", surprise, whole));
  }
}
