package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.score.Metadata;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Several detectors of the same samples as one graph. A sample gets the smallest of their scores:
 * it is strange if it is strange for all of them. Everything else that is said of it comes from the
 * detector with this score, so that the parts add up to it; only statistics and coordinates come
 * from the first one, because those of two detectors cannot be compared.
 */
public record JointGraph(List<Member> members) implements Uncalibrated {

  /** A detector that is not calibrated on its own. */
  public record Member(DetectorGraph graph, ScoreModel score) {}

  public JointGraph {
    members = List.copyOf(members);
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
    members.forEach(member -> said.add(say(graph, x, member)));
    DetectorOutputs chosen = said.get(0);
    for (DetectorOutputs next : said.subList(1, said.size())) {
      chosen = smaller(graph, chosen, next);
    }
    first.writeOutputs(graph, chosen, parts().size(), calibration);
    return graph.toModel(version, properties);
  }

  private DetectorOutputs say(OnnxGraph graph, String x, Member member) {
    DetectorOutputs said = member.graph().say(graph, x, member.score());
    return new DetectorOutputs(
        said.energies(),
        said.others(),
        said.score(),
        inOrder(graph, said.parts(), member.score().parts()),
        said.reconstruction(),
        said.expected());
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

  private DetectorOutputs smaller(OnnxGraph graph, DetectorOutputs a, DetectorOutputs b) {
    String isLess = graph.node("Less", b.score(), a.score());
    int rank = members.get(0).graph().shape().rank();
    String ofSamples = rank == 1 ? isLess : graph.node("Unsqueeze", isLess, axesFrom2(graph, rank));
    return new DetectorOutputs(
        graph.node("Where", isLess, b.energies(), a.energies()),
        a.others(),
        graph.node("Where", isLess, b.score(), a.score()),
        graph.node("Where", isLess, b.parts(), a.parts()),
        either(graph, ofSamples, b.reconstruction(), a.reconstruction()),
        either(graph, ofSamples, b.expected(), a.expected()));
  }

  /** N x 1 becomes N x 1 x 1, with as many dimensions as a batch of samples has. */
  private static String axesFrom2(OnnxGraph graph, int rank) {
    return graph.integers(LongStream.rangeClosed(2, rank).toArray());
  }

  private static @Nullable String either(
      OnnxGraph graph, String condition, @Nullable String a, @Nullable String b) {
    return a == null || b == null ? null : graph.node("Where", condition, a, b);
  }
}
