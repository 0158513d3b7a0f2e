package dev.stranger.train.guard;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.PValues;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Map;

/**
 * Scores of all places of a picture as one score and a heat map. The score is the mean over the
 * strangest hundredth of the places: a defect is small, and a single place is noisy.
 *
 * @param shape of the picture
 */
record MapScore(MapGrid grid, Shape shape) {

  static final String MAP = "map";

  private static final double SHARE = 0.01;

  private int strangest() {
    return Math.max(1, (int) Math.round(SHARE * grid.places()));
  }

  /**
   * Adds all outputs.
   *
   * @param rows features of all places, one picture after another
   * @return the p-values, N
   */
  String write(
      OnnxGraph graph, String rows, ModelGraph model, ScoreModel score, Calibration calibration) {
    ModelGraph.Outputs said = model.write(graph, rows);
    ScoreModel.Written written = score.write(graph, said);
    String places = byPicture(graph, written.score(), 1);
    String line = graph.slice(graph.largest(places, strangest()), 1, strangest() - 1, strangest());
    String among = graph.node("Cast", Map.of("to", 1), graph.node("GreaterOrEqual", places, line));
    String weights = graph.node("Div", among, graph.rowSum(among));
    String whole = graph.rowSum(graph.mul(weights, places));
    int width = score.parts().size();
    String parts =
        graph.matmul(
            graph.node("Unsqueeze", weights, graph.integers(1)),
            byPicture(graph, written.parts(), width));
    int energies = said.energies().size();
    String all = byPicture(graph, graph.concat(said.energies()), energies);
    graph.output(
        "energies",
        graph.node("ReduceMax", Map.of("axes", new long[] {1}, "keepdims", 0), all),
        energies);
    graph.output("score", graph.node("Squeeze", whole, graph.integers(1)));
    graph.output("parts", graph.node("Squeeze", parts, graph.integers(1)), width);
    String pValues = PValues.of(calibration).write(graph, whole);
    graph.output("p_value", pValues);
    graph.output(
        MAP,
        grid.writeStretched(graph, places, shape.height(), shape.width()),
        shape.height(),
        shape.width());
    return pValues;
  }

  /** N x places, or N x places x width. */
  private String byPicture(OnnxGraph graph, String rows, int width) {
    return graph.node(
        "Reshape",
        rows,
        width == 1 ? graph.integers(-1, grid.places()) : graph.integers(-1, grid.places(), width));
  }
}
