package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.score.Metadata;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Models that left one sample out each, as one graph. Each model says whether a new sample is
 * stranger than the one that it left out. If it is not for c of K models, its p-value is (2c + 1) /
 * (K + 1); docs/guarantees.md has the proof. The score is the mean of those of all models, moved as
 * little as needed to have this p-value among the scores that {@link #calibration} gives.
 *
 * <p>Energies are means over the models too, and parts are shares of the score. What cannot be
 * averaged comes from the first model: statistics, coordinates, reconstructions and expected
 * values.
 *
 * @param leftOut for each model its score of the sample that it left out
 */
public record JointGraph(List<Member> members, float[] leftOut) implements Uncalibrated {

  /** A model that is not calibrated on its own. */
  public record Member(DetectorGraph graph, ScoreModel score) {}

  /** The number of ONNX for the type of whole numbers. */
  private static final int WHOLE = 7;

  /** Stands for a score of zero, which must not be divided by. */
  private static final double TINY = 1e-20;

  public JointGraph {
    members = List.copyOf(members);
  }

  /** The upper half of the scores, each of them twice: a p-value rises by two ranks at a time. */
  @Override
  public Calibration calibration(float[] heldOut) {
    float[] highest = highestFirst(heldOut);
    float[] twice = new float[highest.length];
    for (int i = 0; i < twice.length; i++) {
      twice[i] = highest[i / 2];
    }
    return Calibration.of(twice);
  }

  private static float[] highestFirst(float[] scores) {
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    float[] highest = new float[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      highest[i] = sorted[sorted.length - 1 - i];
    }
    return highest;
  }

  @Override
  public Metadata.Builder describe() {
    return members.get(0).graph().describe().parts(parts());
  }

  /** Of all members: what one lacks has no part in its score. */
  private List<String> parts() {
    Set<String> parts = new LinkedHashSet<>();
    members.forEach(member -> parts.addAll(member.score().parts()));
    return List.copyOf(parts);
  }

  @Override
  public List<ScoredModel> models() {
    return members.stream().map(m -> new ScoredModel(m.graph(), m.score())).toList();
  }

  @Override
  public byte[] write(Calibration calibration, String version, Map<String, String> properties) {
    OnnxGraph graph = new OnnxGraph();
    DetectorGraph first = members.get(0).graph();
    String x = graph.input("x", first.sampleShape());
    List<DetectorOutputs> said = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (Member member : members) {
      DetectorOutputs one = member.graph().say(graph, x, member.score());
      said.add(one);
      parts.add(inOrder(graph, one.parts(), member.score().parts()));
    }
    String score = score(graph, said.stream().map(DetectorOutputs::score).toList());
    DetectorOutputs joint =
        new DetectorOutputs(
            mean(graph, said.stream().map(DetectorOutputs::energies).toList()),
            said.get(0).others(),
            score,
            shares(graph, mean(graph, parts), score),
            said.get(0).reconstruction(),
            said.get(0).expected());
    first.writeOutputs(graph, joint, parts().size(), calibration);
    return graph.toModel(version, properties);
  }

  /** The mean score, moved to where as many left-out samples are above it as its models say. */
  private String score(OnnxGraph graph, List<String> scores) {
    String all = graph.concat(scores);
    String atLeast = graph.node("GreaterOrEqual", graph.constant(leftOut, 1, leftOut.length), all);
    String ones = graph.node("Cast", Map.of("to", WHOLE), atLeast);
    String count = graph.node("ReduceSum", Map.of("keepdims", 1), ones, graph.integers(1));
    float[] highest = highestFirst(leftOut);
    float[] from = new float[highest.length + 1];
    float[] to = new float[highest.length + 1];
    for (int above = 0; above <= highest.length; above++) {
      from[above] = above < highest.length ? Math.nextUp(highest[above]) : -Float.MAX_VALUE;
      to[above] = above > 0 ? highest[above - 1] : Float.MAX_VALUE;
    }
    String least = graph.node("Gather", graph.constant(from, from.length), count);
    String most = graph.node("Gather", graph.constant(to, to.length), count);
    String notLess = graph.node("Max", graph.mean(all, 1), least);
    return graph.node("Min", notLess, most);
  }

  private static String mean(OnnxGraph graph, List<String> values) {
    String sum = values.stream().reduce(graph::add).orElseThrow();
    return graph.mul(sum, graph.constant(1.0 / values.size()));
  }

  /** Without their signs they add up to the score; a single one is the score. */
  private String shares(OnnxGraph graph, String parts, String score) {
    if (parts().size() == 1) {
      return score;
    }
    String sum = graph.node("Max", graph.rowSum(graph.node("Abs", parts)), graph.constant(TINY));
    return graph.mul(parts, graph.node("Div", score, sum));
  }

  /** Moves parts to their places among those of all members. */
  private String inOrder(OnnxGraph graph, String parts, List<String> names) {
    List<String> all = parts();
    if (names.equals(all)) {
      return parts;
    }
    float[] places = new float[names.size() * all.size()];
    for (int part = 0; part < names.size(); part++) {
      places[part * all.size() + all.indexOf(names.get(part))] = 1;
    }
    return graph.matmul(parts, graph.constant(places, names.size(), all.size()));
  }
}
