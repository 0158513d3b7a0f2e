package dev.stranger.train.guard;

import dev.stranger.baseline.PrincipalAxes;
import dev.stranger.train.loop.SeededRandom;
import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.QRDecomposition;

/**
 * The directions in which rows vary most. Found by subspace iteration, because a full decomposition
 * of a thousand columns takes minutes.
 *
 * @param mean of the rows
 * @param directions one column each, the main one first
 * @param outside variance along all others
 */
record MainDirections(double[] mean, DMatrixRMaj directions, double outside) {

  /** Of the variance: what lies outside is noticed by its amount, not by its place. */
  private static final double SHARE = 0.9;

  private static final int MOST = 64;
  private static final int ITERATIONS = 12;

  /** Directions that are dropped in the end: they take up what has not converged. */
  private static final int SPARE = 8;

  /** As many as hold nine tenths of the variance, 64 at most. */
  static MainDirections of(DMatrixRMaj rows, long seed) {
    double[] mean = mean(rows);
    DMatrixRMaj centred = rows.copy();
    double total = 0;
    for (int i = 0; i < centred.data.length; i++) {
      centred.data[i] -= mean[i % mean.length];
      total += centred.data[i] * centred.data[i] / rows.numRows;
    }
    int most = Math.min(MOST, Math.min(rows.numRows - 1, rows.numCols));
    int width = Math.min(most + SPARE, rows.numCols);
    DMatrixRMaj basis = random(rows.numCols, width, seed);
    DMatrixRMaj image = new DMatrixRMaj(rows.numRows, width);
    for (int i = 0; i < ITERATIONS; i++) {
      CommonOps_DDRM.mult(centred, basis, image);
      CommonOps_DDRM.multTransA(centred, image, basis);
      basis = orthonormal(basis);
    }
    return turned(centred, basis, mean, most, total);
  }

  private static double[] mean(DMatrixRMaj rows) {
    double[] mean = new double[rows.numCols];
    for (int i = 0; i < rows.data.length; i++) {
      mean[i % mean.length] += rows.data[i] / rows.numRows;
    }
    return mean;
  }

  private static DMatrixRMaj random(int height, int width, long seed) {
    var normal = ZigguratSampler.NormalizedGaussian.of(SeededRandom.ofEpoch(seed, -2));
    DMatrixRMaj matrix = new DMatrixRMaj(height, width);
    Arrays.setAll(matrix.data, i -> normal.sample());
    return orthonormal(matrix);
  }

  private static DMatrixRMaj orthonormal(DMatrixRMaj columns) {
    QRDecomposition<DMatrixRMaj> qr =
        DecompositionFactory_DDRM.qr(columns.numRows, columns.numCols);
    qr.decompose(columns.copy());
    return qr.getQ(null, true);
  }

  /** Within the basis, the directions are those of a small covariance. */
  private static MainDirections turned(
      DMatrixRMaj centred, DMatrixRMaj basis, double[] mean, int most, double total) {
    int width = basis.numCols;
    DMatrixRMaj image = new DMatrixRMaj(centred.numRows, width);
    CommonOps_DDRM.mult(centred, basis, image);
    DMatrixRMaj covariance = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multTransA(1.0 / centred.numRows, image, image, covariance);
    PrincipalAxes axes = PrincipalAxes.of(covariance);
    int count = 0;
    double sum = 0;
    while (count < most && (count == 0 || sum < SHARE * total)) {
      sum += axes.variances()[count++];
    }
    DMatrixRMaj directions = new DMatrixRMaj(basis.numRows, count);
    DMatrixRMaj column = new DMatrixRMaj(basis.numRows, 1);
    for (int i = 0; i < count; i++) {
      CommonOps_DDRM.mult(basis, new DMatrixRMaj(axes.directions()[i]), column);
      CommonOps_DDRM.insert(column, directions, 0, i);
    }
    return new MainDirections(mean, directions, Math.max(0, total - sum));
  }

  int count() {
    return directions.numCols;
  }
}
