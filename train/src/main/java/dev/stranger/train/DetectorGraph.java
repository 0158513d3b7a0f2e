package dev.stranger.train;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.train.net.Network;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.rkm.Loss;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trained network as the graph of a detector: from raw samples to energies, score, p-value
 * and reconstruction.
 */
record DetectorGraph(
    Network network,
    FeatureSpace space,
    @Nullable Standardisation standardisation,
    Loss loss,
    double lambda,
    Shape shape) {

  Statistics statistics() {
    return new Statistics(loss, shape);
  }

  /** What the graph divides each column or channel by; empty when it takes values as they are. */
  List<Float> deviations() {
    return standardisation == null ? List.of() : standardisation.units();
  }

  OnnxGraph write(ScoreModel score, Calibration calibration) {
    OnnxGraph graph = new OnnxGraph();
    long[] sampleShape = shape.dimensions().stream().mapToLong(d -> d).toArray();
    String x = graph.input("x", sampleShape);
    String standard = standardisation == null ? x : standardisation.write(graph, x);

    String phi = centredFeatures(graph, standard);
    String h = coordinates(graph, phi);
    String onSubspace = graph.matmul(h, u(graph));
    String raw = network.writeDecoder(graph, onSubspace);

    String kpcaError = squaredNorm(graph, graph.sub(phi, onSubspace));
    String rawRows = graph.rows(raw);
    String aeLoss = loss.writeSum(graph, rawRows, graph.rows(standard));
    String weightedLoss = graph.mul(aeLoss, graph.constant(lambda / 2));
    String correlation = graph.rowSum(graph.mul(phi, onSubspace)); // also the energy |h|^2
    String statistics = statistics().write(graph, kpcaError, correlation, rawRows, standard);
    String inDeviations = graph.mul(h, graph.constant(inverseDeviations(), space.subspace()));
    ScoreModel.Written written =
        score.write(
            graph, new ScoreModel.Ingredients(kpcaError, weightedLoss, statistics, inDeviations));

    String fullEnergy = graph.add(kpcaError, weightedLoss);
    String negCorr = graph.mul(correlation, graph.constant(2));
    graph.output("energies", graph.concat(List.of(fullEnergy, kpcaError, aeLoss, negCorr)), 4);
    graph.output("statistics", statistics, statistics().count());
    graph.output("coordinates", inDeviations, space.subspace());
    graph.output("score", perSample(graph, written.score()));
    graph.output("parts", written.parts(), score.parts().size());
    graph.output("p_value", perSample(graph, pValues(graph, written.score(), calibration)));
    graph.output("reconstruction", reconstruction(graph, raw), sampleShape);
    return graph;
  }

  private String centredFeatures(OnnxGraph graph, String x) {
    String mean = graph.constant(space.mean(), network.features());
    return graph.sub(network.writeEncoder(graph, x), mean);
  }

  /** h = U phi, with the main directions as rows of U. */
  private String coordinates(OnnxGraph graph, String phi) {
    String columns = graph.node("Transpose", Map.of("perm", new long[] {1, 0}), u(graph));
    return graph.matmul(phi, columns);
  }

  private String u(OnnxGraph graph) {
    return graph.constant(space.u(), space.subspace(), network.features());
  }

  private float[] inverseDeviations() {
    double[] eigenvalues = space.eigenvalues();
    float[] inverse = new float[eigenvalues.length];
    for (int i = 0; i < inverse.length; i++) {
      // A direction without variance is noise, and must not be blown up.
      inverse[i] = (float) (1 / Math.sqrt(Math.max(eigenvalues[i], 1e-6 * eigenvalues[0])));
    }
    return inverse;
  }

  private static String squaredNorm(OnnxGraph graph, String rows) {
    return graph.rowSum(graph.mul(rows, rows));
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

  private String reconstruction(OnnxGraph graph, String raw) {
    String output = loss.writeOutput(graph, raw);
    return standardisation == null ? output : standardisation.writeInverse(graph, output);
  }
}
