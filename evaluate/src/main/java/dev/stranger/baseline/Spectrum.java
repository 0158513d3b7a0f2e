package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The principal components of the samples of a set. Takes about 40 bytes for each pair of values,
 * and time cubic in their number: a second for 784, most of a minute for 3,072.
 *
 * @param variances along the directions, the largest first
 * @param directions of length one, orthogonal to each other, each with its largest value positive
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
    int[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -eigen.getEigenvalue(i).getReal()))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] variances = new double[size];
    double[][] directions = new double[size][];
    Arrays.setAll(variances, i -> eigen.getEigenvalue(order[i]).getReal());
    Arrays.setAll(directions, i -> upright(eigen.getEigenVector(order[i]).getData()));
    return new Spectrum(covariance.mean(), variances, directions, shrinkage);
  }

  /** A direction or its opposite, which is as good: always the same of the two. */
  private static double[] upright(double[] direction) {
    double largest = 0;
    for (double value : direction) {
      largest = Math.abs(value) > Math.abs(largest) ? value : largest;
    }
    double sign = Math.signum(largest);
    return Arrays.stream(direction).map(value -> sign * value).toArray();
  }

  /** How many directions have at least this variance. */
  int count(double least) {
    return (int) Arrays.stream(variances).filter(variance -> variance >= least).count();
  }

  /** The variance of all values together. */
  double total() {
    return Arrays.stream(variances).sum();
  }
}
