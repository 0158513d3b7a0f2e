package dev.stranger.train;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.train.net.Network;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.rkm.Loss;
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

  OnnxGraph write(ScoreModel score, Calibration calibration) {
    OnnxGraph graph = new OnnxGraph();
    long[] sampleShape = shape.dimensions().stream().mapToLong(d -> d).toArray();
    String x = graph.input("x", sampleShape);
    String standard = standardisation == null ? x : standardisation.write(graph, x);

    String phi = centredFeatures(graph, standard);
    String onSubspace = projection(graph, phi);
    String raw = network.writeDecoder(graph, onSubspace);

    String kpcaError = squaredNorm(graph, graph.sub(phi, onSubspace));
    String rawRows = rows(graph, raw);
    String standardRows = rows(graph, standard);
    String aeLoss = loss.writeSum(graph, rawRows, standardRows);
    String fullEnergy = graph.add(kpcaError, graph.mul(aeLoss, graph.constant(lambda / 2)));
    String correlation = graph.rowSum(graph.mul(phi, onSubspace)); // also the energy |h|^2
    String negCorr = graph.mul(correlation, graph.constant(2));
    String statistics =
        new Statistics(loss).write(graph, kpcaError, correlation, rawRows, standardRows);
    String scores =
        score.write(graph, new ScoreModel.Ingredients(fullEnergy, kpcaError, statistics));

    graph.output(
        "energies",
        graph.node("Concat", Map.of("axis", 1), fullEnergy, kpcaError, aeLoss, negCorr),
        4);
    graph.output("statistics", statistics, Statistics.count(loss));
    graph.output("score", perSample(graph, scores));
    graph.output("p_value", perSample(graph, pValues(graph, scores, calibration)));
    graph.output("reconstruction", reconstruction(graph, raw), sampleShape);
    return graph;
  }

  private String centredFeatures(OnnxGraph graph, String x) {
    String mean = graph.constant(space.mean(), network.features());
    return graph.sub(network.writeEncoder(graph, x), mean);
  }

  /** U'U phi. */
  private String projection(OnnxGraph graph, String phi) {
    String u = graph.constant(space.u(), space.subspace(), network.features());
    String h = graph.matmul(phi, graph.node("Transpose", Map.of("perm", new long[] {1, 0}), u));
    return graph.matmul(h, u);
  }

  private static String squaredNorm(OnnxGraph graph, String rows) {
    return graph.rowSum(graph.mul(rows, rows));
  }

  private static String rows(OnnxGraph graph, String samples) {
    return graph.node("Reshape", samples, graph.integers(0, -1));
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
