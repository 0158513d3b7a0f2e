package dev.stranger.train.neighbour;

import dev.stranger.baseline.PrincipalAxes;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The symmetric matrix that brings centred rows to nearly unit covariance. Of all matrices that do
 * so it turns the rows least: a coordinate still stands for its own column.
 */
public final class Whitening {

  /**
   * How much of the correlation between columns is disbelieved. Full whitening sees best what
   * breaks a tight relation, no whitening what is large in itself; in between, both are seen well.
   */
  static final double SHRINKAGE = 0.3;

  /** Directions with a smaller share of the variance are noise, and must not be blown up. */
  private static final double SMALLEST_VARIANCE = 1e-3;

  private Whitening() {}

  /**
   * @param shrinkage how much of the correlations is disbelieved
   */
  public static DMatrixRMaj of(DMatrixRMaj centred, double shrinkage) {
    int width = centred.numCols;
    DMatrixRMaj covariance = shrunkCovariance(centred, shrinkage);
    PrincipalAxes axes = PrincipalAxes.of(covariance);
    double least = Math.max(1e-12, SMALLEST_VARIANCE * CommonOps_DDRM.trace(covariance) / width);
    DMatrixRMaj whitening = new DMatrixRMaj(width, width);
    for (int i = 0; i < width; i++) {
      DMatrixRMaj direction = new DMatrixRMaj(axes.directions()[i]);
      double scale = 1 / Math.sqrt(Math.max(least, axes.variances()[i]));
      CommonOps_DDRM.multAddTransB(scale, direction, direction, whitening);
    }
    return whitening;
  }

  private static DMatrixRMaj shrunkCovariance(DMatrixRMaj centred, double shrinkage) {
    int width = centred.numCols;
    DMatrixRMaj covariance = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multTransA(1.0 / centred.numRows, centred, centred, covariance);
    for (int i = 0; i < width * width; i++) {
      covariance.data[i] *= i / width == i % width ? 1 : 1 - shrinkage;
    }
    return covariance;
  }
}
