package dev.stranger.floor;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The principal components of the samples of a set. Takes about 40 bytes for each pair of values,
 * and time cubic in their number: a second for 784, most of a minute for 3,072.
 *
 * @param variances along the directions, in no order
 * @param directions of length one, orthogonal to each other
 * @param shrinkage how much of the covariance is disbelieved, see {@link Covariance#shrinkage()}
 */
record Spectrum(Centre mean, double[] variances, double[][] directions, double shrinkage) {

  /** More would take minutes and gigabytes. */
  static final int MAX_VALUES = 4096;

  static Spectrum of(Dataset data) {
    int size = data.shape().size();
    if (size > MAX_VALUES) {
      throw new DataException(
          "%s has %d values a sample, principal components are for at most %d; resize it"
              .formatted(data.name(), size, MAX_VALUES));
    }
    Covariance covariance = Covariance.of(data);
    double shrinkage = covariance.shrinkage();
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    if (!eigen.decompose(covariance.matrix())) {
      throw new DataException(
          "the principal components of %s did not converge; check its values"
              .formatted(data.name()));
    }
    double[] variances = new double[size];
    double[][] directions = new double[size][];
    for (int i = 0; i < size; i++) {
      variances[i] = eigen.getEigenvalue(i).getReal();
      directions[i] = eigen.getEigenVector(i).getData();
    }
    return new Spectrum(covariance.mean(), variances, directions, shrinkage);
  }

  /** The variance of all values together. */
  double total() {
    return Arrays.stream(variances).sum();
  }
}
