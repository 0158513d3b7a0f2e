package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
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
    graph.output("p_value", PValues.of(calibration).write(graph, written.score()));
    if (said.reconstruction() != null) {
      graph.output("reconstruction", raw(graph, said.reconstruction()), sampleShape);
    }
    return graph;
  }

  private static String perSample(OnnxGraph graph, String column) {
    return graph.node("Squeeze", column, graph.integers(1));
  }

  private String raw(OnnxGraph graph, String reconstruction) {
    return standardisation == null
        ? reconstruction
        : standardisation.writeInverse(graph, reconstruction);
  }
}
