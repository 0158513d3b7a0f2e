package dev.stranger.cli;

import dev.stranger.Calibration;
import dev.stranger.Energies;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import dev.stranger.table.Column;
import dev.stranger.train.onnx.OnnxGraph;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Sorts points of the plane into three classes, as a detector file written by hand. It knows of no
 * St-RKM: its energies are minus the highest class probability, which is its score, and minus the
 * log of the summed exponentials of the logits.
 *
 * @param names of the energies in the metadata
 * @param sharpness what the logits are multiplied with
 */
record PointClassifier(List<String> names, float sharpness) {

  static final PointClassifier USUAL =
      new PointClassifier(List.of("max_softmax", "logit_energy"), 2);

  static final String PART = "highest class probability, negative";

  private static final float[] WEIGHTS = {1, -1, 0, 0.5f, 0.5f, -1};
  private static final FalseAlarmGuarantee GUARANTEE = FalseAlarmGuarantee.onAverage(0.1);

  /** The energies as their definitions say. */
  Energies energies(float[] point) {
    double highest = Double.NEGATIVE_INFINITY;
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      double logit = sharpness * (point[0] * WEIGHTS[k] + point[1] * WEIGHTS[3 + k]);
      highest = Math.max(highest, logit);
      sum += Math.exp(logit);
    }
    return new Energies(names, (float) (-Math.exp(highest) / sum), (float) -Math.log(sum));
  }

  /** Calibrates with these points and writes the file. */
  Path write(Path file, float[][] heldOut) {
    float[] points = flat(heldOut);
    float[] scores = scores(model(Calibration.of(new float[heldOut.length]), Map.of()), points);
    Calibration calibration = Calibration.of(scores);
    DetectorDraft.write(model(calibration, vectors(calibration, points)), file);
    return file;
  }

  private static float[] scores(byte[] model, float[] points) {
    try (Detector detector = DetectorDraft.open(model, "draft")) {
      List<Verdict> verdicts = detector.judge(points, points.length / 2);
      float[] scores = new float[verdicts.size()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = verdicts.get(i).score();
      }
      return scores;
    }
  }

  /** Test vectors of the first points. */
  Map<String, String> vectors(Calibration calibration, float[] points) {
    byte[] model = model(calibration, Map.of());
    try (Detector detector = DetectorDraft.open(model, "draft")) {
      return DetectorDraft.testVectors(detector, Arrays.copyOf(points, 6));
    }
  }

  byte[] model(Calibration calibration, Map<String, String> vectors) {
    Metadata metadata =
        Metadata.of(Shape.of(2), Range.ANY)
            .guarantee(GUARANTEE)
            .columns(Column.numbers(List.of("east", "north")))
            .energies(names)
            .parts(List.of(PART))
            .build();
    Map<String, String> properties =
        DetectorDraft.properties(metadata, new HeldOutScores(calibration, null));
    properties.putAll(vectors);
    return graph(calibration).toModel("test", properties);
  }

  private OnnxGraph graph(Calibration calibration) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", 2);
    String plain = graph.matmul(x, graph.constant(WEIGHTS, 2, 3));
    String logits = graph.mul(plain, graph.constant(sharpness));
    String classes = graph.node("Softmax", Map.of("axis", 1), logits);
    Map<String, Object> rows = Map.of("axes", new long[] {1}, "keepdims", 1);
    String score = graph.node("Neg", graph.node("ReduceMax", rows, classes));
    String energy = graph.node("Neg", graph.node("ReduceLogSumExp", rows, logits));
    graph.output("energies", graph.concat(List.of(score, energy)), 2);
    graph.output("score", graph.node("Squeeze", score, graph.integers(1)));
    graph.output("parts", score, 1);
    graph.output(
        "p_value", graph.node("Squeeze", rank(graph, score, calibration), graph.integers(1)));
    return graph;
  }

  private static String rank(OnnxGraph graph, String score, Calibration calibration) {
    String held = graph.constant(calibration.scores(), 1, calibration.size());
    String atLeast = graph.node("GreaterOrEqual", held, score);
    String count = graph.rowSum(graph.node("Cast", Map.of("to", 1), atLeast));
    String more = graph.add(count, graph.constant(1));
    return graph.node("Div", more, graph.constant(calibration.size() + 1));
  }

  private static float[] flat(float[][] points) {
    float[] flat = new float[2 * points.length];
    for (int i = 0; i < points.length; i++) {
      System.arraycopy(points[i], 0, flat, 2 * i, 2);
    }
    return flat;
  }
}
