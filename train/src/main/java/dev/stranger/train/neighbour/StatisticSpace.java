package dev.stranger.train.neighbour;

import dev.stranger.train.onnx.OnnxGraph;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Coordinates of {@link Statistics}: their logarithms, because ratios of errors tell more than
 * differences, centred and whitened. Single statistics are whitened together, and so are the bands
 * of spectra, which count less: there are many, and each tells little on its own.
 *
 * @param scale of each statistic: its mean over the training samples
 * @param offset added to a scaled statistic before its logarithm is taken: what is much smaller
 *     counts as the same
 * @param mean of these logarithms
 * @param whitening from centred logarithms to coordinates, row after row
 */
record StatisticSpace(float[] scale, float offset, float[] mean, float[] whitening) {

  /** For values in [0,1]: pictures always have errors, and ratios of them tell most. */
  static final float UNIT_OFFSET = 1e-6f;

  /** For standardised values: a sample near the mean has hardly any error, and is not strange. */
  static final float STANDARD_OFFSET = 1;

  /** Less weight would see strange photographs worse, more weight near strangers. */
  static final double BAND_WEIGHT = 0.35;

  /**
   * @param statistics of training samples, row after row
   * @param single number of statistics that come first and stand for themselves
   * @param width number of all
   */
  static StatisticSpace fit(float[] statistics, int single, int width, float offset) {
    float[] scale = columnMeans(statistics, width);
    for (int column = 0; column < width; column++) {
      scale[column] = scale[column] > 0 ? scale[column] : 1;
    }
    float[] mean = columnMeans(logarithms(statistics, scale, offset), width);
    DMatrixRMaj centred = centred(statistics, scale, offset, mean);
    DMatrixRMaj whitening = new DMatrixRMaj(width, width);
    insertWhitening(centred, 0, single, 1, whitening);
    insertWhitening(centred, single, width, BAND_WEIGHT, whitening);
    return new StatisticSpace(scale, offset, mean, floats(whitening));
  }

  private static void insertWhitening(
      DMatrixRMaj centred, int from, int to, double weight, DMatrixRMaj whitening) {
    if (from < to) {
      DMatrixRMaj block =
          Whitening.of(CommonOps_DDRM.extract(centred, 0, centred.numRows, from, to));
      CommonOps_DDRM.scale(weight, block);
      CommonOps_DDRM.insert(block, whitening, from, from);
    }
  }

  int width() {
    return mean.length;
  }

  /** Coordinates of rows of statistics, row after row. */
  float[] coordinates(float[] statistics) {
    DMatrixRMaj centred = centred(statistics, scale, offset, mean);
    DMatrixRMaj matrix = new DMatrixRMaj(width(), width());
    for (int i = 0; i < whitening.length; i++) {
      matrix.data[i] = whitening[i];
    }
    DMatrixRMaj coordinates = new DMatrixRMaj(centred.numRows, width());
    CommonOps_DDRM.mult(centred, matrix, coordinates);
    return floats(coordinates);
  }

  /**
   * The logarithms of statistics less those of the average training sample, N x width: negative
   * where a sample has less.
   */
  String writeCentred(OnnxGraph graph, String statistics) {
    String scaled = graph.node("Div", statistics, graph.constant(scale, width()));
    String logarithms = graph.node("Log", graph.add(scaled, graph.constant(offset)));
    return graph.sub(logarithms, graph.constant(mean, width()));
  }

  /** Coordinates of {@link #writeCentred centred logarithms}, N x width. */
  String writeCoordinates(OnnxGraph graph, String centred) {
    return graph.matmul(centred, graph.constant(whitening, width(), width()));
  }

  private static float[] logarithms(float[] statistics, float[] scale, float offset) {
    float[] logarithms = new float[statistics.length];
    for (int i = 0; i < statistics.length; i++) {
      logarithms[i] = (float) Math.log(statistics[i] / scale[i % scale.length] + offset);
    }
    return logarithms;
  }

  private static DMatrixRMaj centred(
      float[] statistics, float[] scale, float offset, float[] mean) {
    float[] logarithms = logarithms(statistics, scale, offset);
    DMatrixRMaj centred = new DMatrixRMaj(logarithms.length / mean.length, mean.length);
    for (int i = 0; i < logarithms.length; i++) {
      centred.data[i] = logarithms[i] - mean[i % mean.length];
    }
    return centred;
  }

  private static float[] columnMeans(float[] rows, int width) {
    double[] sums = new double[width];
    for (int i = 0; i < rows.length; i++) {
      sums[i % width] += rows[i];
    }
    float[] means = new float[width];
    for (int column = 0; column < width; column++) {
      means[column] = (float) (sums[column] * width / rows.length);
    }
    return means;
  }

  private static float[] floats(DMatrixRMaj matrix) {
    float[] values = new float[matrix.getNumElements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) matrix.data[i];
    }
    return values;
  }
}
