package dev.stranger.train.neighbour;

import dev.stranger.train.onnx.FloatRows;
import dev.stranger.train.onnx.OnnxGraph;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Coordinates of {@link Statistics}: their logarithms, because ratios of errors tell more than
 * differences, centred and whitened. Single statistics are whitened together, and so are the bands
 * of spectra, whose weight the training samples decide.
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

  /** No series is near the mean in all of its steps, so it always has errors too. */
  static final float SERIES_OFFSET = 0.1f;

  /** A row of few columns often is near the mean: only errors above the usual tell anything. */
  static final float ROW_OFFSET = 10;

  /**
   * How far normal samples may lie from each other in their bands, of what they do in their single
   * statistics: half as far is a quarter of the squared distance. So bands hardly change the order
   * of normal samples and of those that are strange in something else.
   */
  static final double BAND_SHARE = 0.5;

  /**
   * @param statistics of training samples, row after row
   * @param single number of statistics that come first and stand for themselves
   * @param width number of all
   * @param neighbours how many the score looks at
   */
  static StatisticSpace fit(
      float[] statistics, int single, int width, float offset, int neighbours) {
    float[] scale = columnMeans(statistics, width);
    for (int column = 0; column < width; column++) {
      scale[column] = scale[column] > 0 ? scale[column] : 1;
    }
    float[] mean = columnMeans(logarithms(statistics, scale, offset), width);
    DMatrixRMaj centred = centred(statistics, scale, offset, mean);
    DMatrixRMaj whitening = new DMatrixRMaj(width, width);
    Block ofSingle = Block.of(centred, 0, single);
    CommonOps_DDRM.insert(ofSingle.whitening, whitening, 0, 0);
    if (single < width) {
      Block ofBands = Block.of(centred, single, width);
      double scatter = ofBands.scatter(neighbours);
      double weight = scatter > 0 ? BAND_SHARE * ofSingle.scatter(neighbours) / scatter : 0;
      CommonOps_DDRM.scale(weight, ofBands.whitening);
      CommonOps_DDRM.insert(ofBands.whitening, whitening, single, single);
    }
    return new StatisticSpace(scale, offset, mean, FloatRows.of(whitening));
  }

  /** Columns that are whitened together. */
  private record Block(DMatrixRMaj centred, DMatrixRMaj whitening) {

    static Block of(DMatrixRMaj all, int from, int to) {
      DMatrixRMaj centred = CommonOps_DDRM.extract(all, 0, all.numRows, from, to);
      return new Block(centred, Whitening.of(centred, Whitening.SHRINKAGE));
    }

    double scatter(int neighbours) {
      DMatrixRMaj coordinates = new DMatrixRMaj(centred.numRows, centred.numCols);
      CommonOps_DDRM.mult(centred, whitening, coordinates);
      return Scatter.of(coordinates, neighbours);
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
    return FloatRows.of(coordinates);
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
}
