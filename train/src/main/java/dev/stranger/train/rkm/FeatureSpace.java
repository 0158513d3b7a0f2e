package dev.stranger.train.rkm;

import dev.stranger.DataException;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.net.Network;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

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
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(l, true, true);
    if (!eigen.decompose(covariance)) {
      throw new DataException("the feature space is degenerate; lower the learning rate");
    }
    int[] descending =
        IntStream.range(0, l)
            .boxed()
            .sorted((a, b) -> Double.compare(value(eigen, b), value(eigen, a)))
            .mapToInt(Integer::intValue)
            .toArray();
    float[] u = new float[m * l];
    double[] eigenvalues = new double[m];
    float[] floatMean = new float[l];
    for (int i = 0; i < l; i++) {
      floatMean[i] = (float) mean[i];
    }
    for (int row = 0; row < m; row++) {
      eigenvalues[row] = Math.max(0, value(eigen, descending[row]));
      putVector(eigen.getEigenVector(descending[row]).getData(), u, row * l);
    }
    return new FeatureSpace(floatMean, u, eigenvalues);
  }

  private static double value(EigenDecomposition_F64<DMatrixRMaj> eigen, int index) {
    return eigen.getEigenvalue(index).getReal();
  }

  /** An eigenvector may point either way; its largest entry shall be positive. */
  private static void putVector(double[] vector, float[] u, int at) {
    double largest = 0;
    for (double entry : vector) {
      largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
    }
    for (int i = 0; i < vector.length; i++) {
      u[at + i] = (float) (largest < 0 ? -vector[i] : vector[i]);
    }
  }
}
