package dev.stranger.train.rkm;

import dev.stranger.DataException;
import dev.stranger.baseline.PrincipalAxes;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.net.Network;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Where normal samples lie in the feature space after training.
 *
 * @param mean of the feature vectors, length l
 * @param u the m main eigenvectors of their covariance, row after row
 * @param eigenvalues the m largest variances, in descending order
 */
record FeatureSpace(float[] mean, float[] u, double[] eigenvalues) {

  int subspace() {
    return eigenvalues.length;
  }

  /**
   * Streams all samples through the encoder; sums are kept in double. Several ranks have the same
   * space, of the samples of all of them.
   */
  static FeatureSpace of(Network network, TrainingSet data, int m) {
    float[] equal = new float[data.size()];
    Arrays.fill(equal, 1);
    return of(network, data, equal, m);
  }

  /**
   * The same for samples that count differently.
   *
   * @param weights how much each sample counts
   */
  static FeatureSpace of(Network network, TrainingSet data, float[] weights, int m) {
    int l = network.features();
    double[] sum = new double[l];
    DMatrixRMaj product = new DMatrixRMaj(l, l);
    data.forEach(
        network::encode,
        (first, phi) -> {
          DMatrixRMaj rows = new DMatrixRMaj(phi.length / l, l);
          for (int i = 0; i < phi.length; i++) {
            double weight = weights[first + i / l];
            rows.data[i] = Math.sqrt(weight) * phi[i];
            sum[i % l] += weight * phi[i];
          }
          CommonOps_DDRM.multAddTransA(rows, rows, product);
        });
    double count = 0;
    for (float weight : weights) {
      count += weight;
    }
    Ranks ranks = network.compute().ranks();
    double total = ranks.sum(count)[0];
    double[] mean = ranks.sum(sum);
    double[] moment = ranks.sum(product.data);
    for (int i = 0; i < l; i++) {
      mean[i] /= total;
    }
    for (int i = 0; i < l * l; i++) {
      moment[i] = moment[i] / total - mean[i / l] * mean[i % l];
    }
    return ofCovariance(mean, DMatrixRMaj.wrap(l, l, moment), m);
  }

  static FeatureSpace ofCovariance(double[] mean, DMatrixRMaj covariance, int m) {
    int l = mean.length;
    PrincipalAxes axes = axes(covariance);
    float[] u = new float[m * l];
    double[] eigenvalues = new double[m];
    for (int row = 0; row < m; row++) {
      eigenvalues[row] = Math.max(0, axes.variances()[row]);
      put(axes.directions()[row], u, row * l);
    }
    float[] floatMean = new float[l];
    put(mean, floatMean, 0);
    return new FeatureSpace(floatMean, u, eigenvalues);
  }

  private static PrincipalAxes axes(DMatrixRMaj covariance) {
    try {
      return PrincipalAxes.of(covariance);
    } catch (ArithmeticException e) {
      throw new DataException("the feature space is degenerate; lower the learning rate", e);
    }
  }

  private static void put(double[] vector, float[] target, int at) {
    for (int i = 0; i < vector.length; i++) {
      target[at + i] = (float) vector[i];
    }
  }
}
