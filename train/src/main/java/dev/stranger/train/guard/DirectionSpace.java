package dev.stranger.train.guard;

import dev.stranger.train.onnx.FloatRows;
import dev.stranger.train.onnx.OnnxGraph;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Where features point, apart from how long they are: a network's features differ in length with
 * contrast and confidence, and distances between raw features mostly measure that. Features are
 * brought to length one, less their mean, and seen along their main directions.
 *
 * @param usualSquare mean squared length of the features
 * @param usualOutside mean square, of features of length one, of what no main direction has
 * @param mean of the features of length one
 * @param projection from features to main directions, row after row, one row a feature
 * @param count of main directions
 */
record DirectionSpace(
    double usualSquare, double usualOutside, float[] mean, float[] projection, int count) {

  /** Of the usual square: features of zero have a direction too. */
  private static final double TINY = 1e-12;

  /** What is placed: the squared length, places along the main directions, and what is outside. */
  record Placed(double[] squares, DMatrixRMaj places, double[] outside) {}

  /**
   * The same as names in a graph: N x 1, N x count and N x 1; and the squared length of the
   * direction less its mean, N x 1.
   */
  record Written(String squares, String places, String outside, String whole) {}

  static DirectionSpace fit(DMatrixRMaj features, long seed) {
    double square =
        Math.max(1e-20, squares(features.data, 0, features.data.length) / features.numRows);
    DMatrixRMaj rows = ofLengthOne(features, square);
    MainDirections main = MainDirections.of(rows, seed);
    return new DirectionSpace(
        square,
        Math.max(1e-9, main.outside()),
        FloatRows.row(main.mean()),
        FloatRows.row(main.directions().data),
        main.count());
  }

  private static DMatrixRMaj ofLengthOne(DMatrixRMaj features, double usual) {
    DMatrixRMaj rows = features.copy();
    for (int row = 0; row < rows.numRows; row++) {
      int from = row * rows.numCols;
      double length = Math.sqrt(squares(rows.data, from, rows.numCols) + TINY * usual);
      for (int i = from; i < from + rows.numCols; i++) {
        rows.data[i] /= length;
      }
    }
    return rows;
  }

  private static double squares(double[] values, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += values[i] * values[i];
    }
    return sum;
  }

  private int width() {
    return mean.length;
  }

  Placed place(DMatrixRMaj features) {
    DMatrixRMaj rows = ofLengthOne(features, usualSquare);
    for (int i = 0; i < rows.data.length; i++) {
      rows.data[i] -= mean[i % width()];
    }
    DMatrixRMaj matrix = new DMatrixRMaj(width(), count);
    for (int i = 0; i < projection.length; i++) {
      matrix.data[i] = projection[i];
    }
    DMatrixRMaj places = new DMatrixRMaj(rows.numRows, count);
    CommonOps_DDRM.mult(rows, matrix, places);
    double[] squares = new double[rows.numRows];
    double[] outside = new double[rows.numRows];
    for (int row = 0; row < rows.numRows; row++) {
      squares[row] = squares(features.data, row * width(), width());
      double all = squares(rows.data, row * width(), width());
      outside[row] = Math.max(0, all - squares(places.data, row * count, count));
    }
    return new Placed(squares, places, outside);
  }

  /**
   * @param features N x width
   */
  Written write(OnnxGraph graph, String features) {
    String squares = graph.squaredNorm(features);
    String length = graph.node("Sqrt", graph.add(squares, graph.constant(TINY * usualSquare)));
    String centred = graph.sub(graph.node("Div", features, length), graph.constant(mean, width()));
    String places = graph.matmul(centred, graph.constant(projection, width(), count));
    String whole = graph.squaredNorm(centred);
    String outside = graph.sub(whole, graph.squaredNorm(places));
    return new Written(squares, places, graph.node("Relu", outside), whole);
  }
}
