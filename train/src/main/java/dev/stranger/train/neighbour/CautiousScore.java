package dev.stranger.train.neighbour;

import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;

/**
 * The sum of two scores of a kind, for training samples that may contain strangers: one compares
 * with all, the other with those above suspicion. The first knows the rare normal samples, the
 * second is not fooled by strangers among the others. docs/guarantees.md tells what was measured.
 */
public record CautiousScore(ScoreModel all, ScoreModel aboveSuspicion) implements ScoreModel {

  @Override
  public List<String> parts() {
    return all.parts();
  }

  @Override
  public Written write(OnnxGraph graph, Outputs from) {
    Written one = all.write(graph, from);
    Written other = aboveSuspicion.write(graph, from);
    // Sizes are added, because a statistic may be above one mean and below the other.
    String parts = graph.add(graph.node("Abs", one.parts()), graph.node("Abs", other.parts()));
    return new Written(
        graph.add(one.score(), other.score()), graph.mul(graph.node("Sign", one.parts()), parts));
  }
}
