package dev.stranger.train;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The distance of a sample's {@link Statistics} to those of its k-th nearest training sample, in
 * coordinates in which training samples have nearly unit covariance. Far strangers stand out in one
 * statistic, near ones in how the statistics go together; this sees both, and nothing but normal
 * samples is needed to set it up. docs/one-score.md tells what was measured.
 *
 * @param scale of each statistic: its mean over the training samples
 * @param offset added to a scaled statistic before its logarithm is taken: what is much smaller
 *     counts as the same
 * @param mean of these logarithms
 * @param whitening from centred logarithms to the coordinates, row after row
 * @param reference coordinates of the training samples, row after row
 */
record NeighbourScore(
    float[] scale, float offset, float[] mean, float[] whitening, float[] reference, int neighbours)
    implements ScoreModel {

  /** Images always have errors, and ratios of them tell most. */
  static final float IMAGE_OFFSET = 1e-6f;

  /** A row or a series near the mean has hardly any error, and is not strange for it. */
  static final float OTHER_OFFSET = 1;

  /** More training samples than this make judging slower, not better. */
  static final int MOST_REFERENCES = 4000;

  private static final int REFERENCES_A_NEIGHBOUR = 500;
  private static final int FEWEST_NEIGHBOURS = 3;

  /**
   * How much of the correlation between statistics is disbelieved. Full whitening sees best what
   * breaks a tight relation, no whitening what is large in itself; in between, both are seen well.
   */
  private static final double SHRINKAGE = 0.3;

  /** Directions with a smaller share of the variance are noise, and must not be blown up. */
  private static final double SMALLEST_VARIANCE = 1e-3;

  /**
   * @param statistics of training samples, row after row
   * @param width number of statistics
   */
  static NeighbourScore fit(float[] statistics, int width, float offset) {
    int rows = statistics.length / width;
    float[] scale = columnMeans(statistics, width);
    for (int column = 0; column < width; column++) {
      scale[column] = scale[column] > 0 ? scale[column] : 1;
    }
    float[] logarithms = new float[statistics.length];
    for (int i = 0; i < statistics.length; i++) {
      logarithms[i] = (float) Math.log(statistics[i] / scale[i % width] + offset);
    }
    float[] mean = columnMeans(logarithms, width);
    DMatrixRMaj centred = new DMatrixRMaj(rows, width);
    for (int i = 0; i < logarithms.length; i++) {
      centred.data[i] = logarithms[i] - mean[i % width];
    }
    DMatrixRMaj whitening = whitening(centred);
    DMatrixRMaj reference = new DMatrixRMaj(rows, width);
    CommonOps_DDRM.mult(centred, whitening, reference);
    int neighbours = Math.max(FEWEST_NEIGHBOURS, rows / REFERENCES_A_NEIGHBOUR);
    return new NeighbourScore(
        scale, offset, mean, floats(whitening), floats(reference), Math.min(rows, neighbours));
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

  private static DMatrixRMaj whitening(DMatrixRMaj centred) {
    int width = centred.numCols;
    DMatrixRMaj covariance = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multTransA(1.0 / centred.numRows, centred, centred, covariance);
    for (int i = 0; i < width * width; i++) {
      covariance.data[i] *= i / width == i % width ? 1 : 1 - SHRINKAGE;
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(width, true, true);
    eigen.decompose(covariance);
    double least = Math.max(1e-12, SMALLEST_VARIANCE * CommonOps_DDRM.trace(covariance) / width);
    DMatrixRMaj whitening = new DMatrixRMaj(width, width);
    for (int i = 0; i < width; i++) {
      double scale = 1 / Math.sqrt(Math.max(least, eigen.getEigenvalue(i).getReal()));
      for (int row = 0; row < width; row++) {
        whitening.set(row, i, scale * eigen.getEigenVector(i).get(row));
      }
    }
    return whitening;
  }

  private static float[] floats(DMatrixRMaj matrix) {
    float[] values = new float[matrix.getNumElements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) matrix.data[i];
    }
    return values;
  }

  @Override
  public String write(OnnxGraph graph, Ingredients from) {
    int width = mean.length;
    String scaled = graph.node("Div", from.statistics(), graph.constant(scale, width));
    String logarithms = graph.node("Log", graph.add(scaled, graph.constant(offset)));
    String centred = graph.sub(logarithms, graph.constant(mean, width));
    String point = graph.matmul(centred, graph.constant(whitening, width, width));
    String nearest = graph.positionsOfSmallest(squaredDistances(graph, point, width), neighbours);
    String last = graph.node("Gather", Map.of("axis", 1), nearest, graph.constantIndex(-1));
    int rows = reference.length / width;
    String neighbour =
        graph.node("Gather", Map.of("axis", 0), graph.constant(reference, rows, width), last);
    String way = graph.sub(point, neighbour);
    return graph.node("Sqrt", graph.rowSum(graph.mul(way, way)));
  }

  /**
   * |a|^2 - 2ab + |b|^2 for each sample a and each reference b: fast, and exact enough to find
   * neighbours with.
   */
  private String squaredDistances(OnnxGraph graph, String point, int width) {
    int rows = reference.length / width;
    float[] transposed = new float[reference.length];
    float[] norms = new float[rows];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < width; column++) {
        float value = reference[row * width + column];
        transposed[column * rows + row] = -2 * value;
        norms[row] += value * value;
      }
    }
    String products = graph.matmul(point, graph.constant(transposed, width, rows));
    String own = graph.rowSum(graph.mul(point, point));
    return graph.add(graph.add(products, graph.constant(norms, 1, rows)), own);
  }
}
