package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.Metadata;
import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trained model as the graph of a detector: from raw samples to energies, score, p-value
 * and, where the model makes one, reconstruction; of tables also what is expected of each column.
 */
public record DetectorGraph(ModelGraph model, @Nullable GraphPreparation preparation, Shape shape)
    implements DetectorModel {

  @Override
  public Metadata.Builder describe() {
    return preparation == null
        ? Metadata.of(shape, Range.UNIT).energies(energies())
        : Metadata.of(shape, Range.ANY)
            .energies(energies())
            .deviations(preparation.units())
            .usualValues(preparation.usualValues())
            .gaps(preparation.takesGaps() && !model.takesRawValues());
  }

  @Override
  public List<String> energies() {
    return model.energies();
  }

  @Override
  public ScoreModel score(String name, References training) {
    return model.score(name, training);
  }

  @Override
  public float[] testSamples(int count) {
    return GeneratedSamples.of(this, count);
  }

  @Override
  public byte[] write(
      ScoreModel score, Calibration calibration, String version, Map<String, String> properties) {
    return write(score, calibration).toModel(version, properties);
  }

  OnnxGraph write(ScoreModel score, Calibration calibration) {
    OnnxGraph graph = new OnnxGraph();
    write(graph, graph.input("x", sampleShape()), score, calibration);
    return graph;
  }

  long[] sampleShape() {
    return shape.dimensions().stream().mapToLong(d -> d).toArray();
  }

  /**
   * Adds all nodes and outputs behind {@code x}, raw samples in a graph.
   *
   * @return the p-values, N
   */
  public String write(OnnxGraph graph, String x, ScoreModel score, Calibration calibration) {
    return writeOutputs(graph, say(graph, x, score), score.parts().size(), calibration);
  }

  /** Adds all nodes behind {@code x} but those of the p-value. */
  DetectorOutputs say(OnnxGraph graph, String x, ScoreModel score) {
    String prepared = prepared(graph, x);
    Outputs said = model.write(graph, prepared);
    ScoreModel.Written written = score.write(graph, said);
    @Nullable String made = said.reconstruction();
    return new DetectorOutputs(
        graph.concat(said.energies()),
        said.others(),
        written.score(),
        written.parts(),
        made == null ? null : raw(graph, made),
        expected(graph, x, prepared));
  }

  /**
   * Declares all outputs.
   *
   * @param parts how many the score has
   * @return the p-values, N
   */
  String writeOutputs(OnnxGraph graph, DetectorOutputs said, int parts, Calibration calibration) {
    graph.output("energies", said.energies(), energies().size());
    said.others().forEach(other -> graph.output(other.name(), other.value(), other.width()));
    graph.output("score", perSample(graph, said.score()));
    graph.output("parts", said.parts(), parts);
    String pValues = PValues.of(calibration).write(graph, said.score());
    graph.output("p_value", pValues);
    if (said.reconstruction() != null) {
      graph.output("reconstruction", said.reconstruction(), sampleShape());
    }
    if (said.expected() != null) {
      graph.output("expected", said.expected(), sampleShape());
    }
    return pValues;
  }

  private @Nullable String expected(OnnxGraph graph, String x, String prepared) {
    if (preparation == null) {
      return null;
    }
    String ready = model.takesRawValues() ? preparation.write(graph, x) : prepared;
    return preparation.writeExpected(graph, x, ready);
  }

  private String prepared(OnnxGraph graph, String x) {
    if (preparation == null) {
      return x;
    }
    return model.takesRawValues()
        ? Standardisation.writeBounds(graph, x)
        : preparation.write(graph, x);
  }

  private static String perSample(OnnxGraph graph, String column) {
    return graph.node("Squeeze", column, graph.integers(1));
  }

  private String raw(OnnxGraph graph, String reconstruction) {
    return preparation == null || model.takesRawValues()
        ? reconstruction
        : preparation.writeInverse(graph, reconstruction);
  }
}
