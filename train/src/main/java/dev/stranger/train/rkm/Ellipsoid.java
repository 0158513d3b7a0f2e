package dev.stranger.train.rkm;

import dev.stranger.DataException;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.decomposition.TriangularSolver_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * Where points lie: their mean and covariance, and distances measured by them. Immutable and
 * thread-safe.
 *
 * @param root lower triangular, times its transpose the covariance, which is lifted a little so
 *     that a direction without variance still has a length
 */
record Ellipsoid(double[] mean, DMatrixRMaj covariance, DMatrixRMaj root) {

  /** Of the mean variance. */
  private static final double LIFT = 1e-6;

  /** The variance of points that are all the same. */
  private static final double LEAST = 1e-30;

  /**
   * @param points that count, one or more
   * @throws DataException when they are not finite
   */
  static Ellipsoid of(double[]... points) {
    int size = points[0].length;
    double[] mean = new double[size];
    for (double[] point : points) {
      for (int i = 0; i < size; i++) {
        mean[i] += point[i] / points.length;
      }
    }
    DMatrixRMaj centred = new DMatrixRMaj(points.length, size);
    for (int i = 0; i < centred.data.length; i++) {
      centred.data[i] = points[i / size][i % size] - mean[i % size];
    }
    DMatrixRMaj covariance = new DMatrixRMaj(size, size);
    CommonOps_DDRM.multInner(centred, covariance);
    CommonOps_DDRM.divide(covariance, points.length);
    return of(mean, covariance);
  }

  private static Ellipsoid of(double[] mean, DMatrixRMaj covariance) {
    int size = mean.length;
    DMatrixRMaj lifted = covariance.copy();
    double lift = Math.max(LEAST, LIFT * CommonOps_DDRM.trace(covariance) / size);
    for (int i = 0; i < size; i++) {
      lifted.add(i, i, lift);
    }
    CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(size, true);
    if (!Double.isFinite(lift) || !cholesky.decompose(lifted)) {
      throw new DataException("the feature space is degenerate; lower the learning rate");
    }
    return new Ellipsoid(mean, covariance, cholesky.getT(null));
  }

  Ellipsoid withCovarianceTimes(double factor) {
    DMatrixRMaj scaled = covariance.copy();
    CommonOps_DDRM.scale(factor, scaled);
    return of(mean, scaled);
  }

  /** The squared Mahalanobis distance of a point. */
  double squaredDistance(double[] point) {
    double[] way = new double[mean.length];
    for (int i = 0; i < way.length; i++) {
      way[i] = point[i] - mean[i];
    }
    TriangularSolver_DDRM.solveL(root.data, way, way.length);
    double sum = 0;
    for (double part : way) {
      sum += part * part;
    }
    return sum;
  }

  /** Tells by how much the ellipsoid of one covariance is larger than that of another. */
  double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < mean.length; i++) {
      sum += 2 * Math.log(root.get(i, i));
    }
    return sum;
  }
}
