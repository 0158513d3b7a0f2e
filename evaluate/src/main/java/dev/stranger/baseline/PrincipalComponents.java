package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.Arrays;

/**
 * The principal components of the samples of a set. Takes about 40 bytes for each pair of values,
 * and the time of {@link PrincipalAxes}.
 *
 * @param variances along the directions, the largest first
 * @param directions of length one, orthogonal to each other, each with its largest value positive
 * @param shrinkage how much of the covariance is disbelieved, see {@link Covariance#shrinkage()}
 */
record PrincipalComponents(
    Centre mean, double[] variances, double[][] directions, double shrinkage) {

  /** More would take minutes and gigabytes. */
  static final int MAX_VALUES = 4096;

  static PrincipalComponents of(Dataset data) {
    int size = data.shape().size();
    if (size > MAX_VALUES) {
      throw new DataException(
          "%s has %d values a sample, principal components are for at most %d; resize it"
              .formatted(data.name(), size, MAX_VALUES));
    }
    Covariance covariance = Covariance.of(data);
    double shrinkage = covariance.shrinkage();
    PrincipalAxes axes = PrincipalAxes.of(covariance.matrix());
    return new PrincipalComponents(
        covariance.mean(), axes.variances(), axes.directions(), shrinkage);
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
