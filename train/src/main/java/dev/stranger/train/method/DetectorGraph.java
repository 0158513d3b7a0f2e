package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trained model as the graph of a detector: from raw samples to energies, score, p-value
 * and, where the model makes one, reconstruction.
 */
public record DetectorGraph(
    ModelGraph model, @Nullable Standardisation standardisation, Shape shape) {

  /** What the graph divides each column or channel by; empty when it takes values as they are. */
  public List<Float> deviations() {
    return standardisation == null ? List.of() : standardisation.units();
  }

  /** Whether values may be of any range. */
  public boolean isStandardised() {
    return standardisation != null;
  }

  public OnnxGraph write(ScoreModel score, Calibration calibration) {
    OnnxGraph graph = new OnnxGraph();
    long[] sampleShape = shape.dimensions().stream().mapToLong(d -> d).toArray();
    String x = graph.input("x", sampleShape);
    Outputs said =
        model.write(graph, standardisation == null ? x : standardisation.write(graph, x));
    ScoreModel.Written written = score.write(graph, said);

    graph.output("energies", graph.concat(said.energies()), said.energies().size());
    said.others().forEach(other -> graph.output(other.name(), other.value(), other.width()));
    graph.output("score", perSample(graph, written.score()));
    graph.output("parts", written.parts(), score.parts().size());
    graph.output("p_value", perSample(graph, pValues(graph, written.score(), calibration)));
    if (said.reconstruction() != null) {
      graph.output("reconstruction", raw(graph, said.reconstruction()), sampleShape);
    }
    return graph;
  }

  private static String perSample(OnnxGraph graph, String column) {
    return graph.node("Squeeze", column, graph.integers(1));
  }

  /**
   * (1 + number of held-out scores that are at least as high) / (n + 1), as {@link Calibration}.
   */
  private static String pValues(OnnxGraph graph, String scores, Calibration calibration) {
    String held = graph.constant(calibration.scores(), 1, calibration.size());
    String atLeast = graph.node("GreaterOrEqual", held, scores);
    String counts = graph.rowSum(graph.node("Cast", Map.of("to", 1), atLeast));
    String more = graph.add(counts, graph.constant(1));
    return graph.node("Div", more, graph.constant(calibration.size() + 1));
  }

  private String raw(OnnxGraph graph, String reconstruction) {
    return standardisation == null
        ? reconstruction
        : standardisation.writeInverse(graph, reconstruction);
  }
}
