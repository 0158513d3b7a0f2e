package dev.stranger.baseline;

import dev.stranger.Dataset;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Mean and covariance of all samples of a set, from two passes over it.
 *
 * @param count of samples
 * @param fourthPower mean of {@code |x|^4} of the centred samples
 */
record Covariance(Centre mean, DMatrixRMaj matrix, long count, double fourthPower) {

  private static final int BATCH = 512;

  static Covariance of(Dataset data) {
    Centre mean = Centre.of(data);
    // The matrix is symmetric: it is enough to begin a block of rows at the diagonal.
    double[][] rows = new double[mean.size()][];
    Blocks.forEach(
        rows.length,
        (first, end) -> {
          for (int row = first; row < end; row++) {
            rows[row] = new double[rows.length - first];
          }
        });
    DoubleSummaryStatistics fourthPowers = new DoubleSummaryStatistics();
    data.forEachBatch(
        BATCH,
        batch -> {
          double[][] samples = mean.centred(batch.values(), 0, batch.count());
          addProducts(samples, rows);
          for (double[] sample : samples) {
            double square = MatrixProduct.square(sample);
            fourthPowers.accept(square * square);
          }
        });
    long count = data.size();
    return new Covariance(mean, symmetric(rows, count), count, fourthPowers.getAverage());
  }

  private static void addProducts(double[][] samples, double[][] rows) {
    Blocks.forEach(
        rows.length,
        (first, end) -> addProducts(samples, first, Arrays.copyOfRange(rows, first, end)));
  }

  /**
   * @param first number of the first of these rows
   */
  private static void addProducts(double[][] samples, int first, double[][] rows) {
    double[][] ends = new double[samples.length][];
    double[][] transposed = new double[rows.length][samples.length];
    for (int i = 0; i < samples.length; i++) {
      ends[i] = Arrays.copyOfRange(samples[i], first, samples[i].length);
      for (int row = 0; row < rows.length; row++) {
        transposed[row][i] = ends[i][row];
      }
    }
    MatrixProduct.add(transposed, ends, rows);
  }

  private static DMatrixRMaj symmetric(double[][] rows, long count) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows.length, rows.length);
    for (int row = 0; row < rows.length; row++) {
      int first = rows.length - rows[row].length;
      for (int column = row; column < rows.length; column++) {
        double value = rows[row][column - first] / count;
        matrix.set(row, column, value);
        matrix.set(column, row, value);
      }
    }
    return matrix;
  }

  /**
   * The share r of the mean variance m that brings {@code (1 - r) S + r m I} nearest to the true
   * covariance, as far as the samples tell: the mean square by which their own products {@code xx'}
   * miss S, over n, relative to the square by which S misses {@code m I}. (Ledoit and Wolf, A
   * well-conditioned estimator for large-dimensional covariance matrices, 2004.)
   */
  double shrinkage() {
    int size = matrix.numRows;
    double mean = CommonOps_DDRM.trace(matrix) / size;
    double square = MatrixProduct.square(matrix.data);
    double luck = Math.max(0, fourthPower - square) / count;
    double structure = square - size * mean * mean;
    return luck < structure ? luck / structure : 1;
  }
}
