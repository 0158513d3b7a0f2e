package dev.stranger.floor;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Squared distance of a sample to the subspace of the main principal components: those that carry
 * at least a given share of the variance. Fitting takes memory and time quadratic and cubic in the
 * values of a sample, seconds for a thousand. Immutable and thread-safe.
 */
public final class PcaResidual {

  /** The share of the variance below which the paper drops a component. */
  public static final double PAPER_SHARE = 0.02;

  private static final int MAX_VALUES = 4096;

  private final double[] mean;
  private final double[][] components;

  private PcaResidual(double[] mean, double[][] components) {
    this.mean = mean;
    this.components = components;
  }

  /**
   * @param share of the whole variance that a component must carry to be kept
   */
  public static PcaResidual fit(Dataset data, double share) {
    int size = data.shape().size();
    if (size > MAX_VALUES) {
      throw new DataException(
          "%s has %d values a sample, principal components are for at most %d; resize it"
              .formatted(data.name(), size, MAX_VALUES));
    }
    double[] mean = mean(data);
    DMatrixRMaj covariance = covariance(data, mean);
    double[][] components = components(covariance, share * CommonOps_DDRM.trace(covariance));
    return new PcaResidual(mean, components);
  }

  private static double[] mean(Dataset data) {
    double[] mean = new double[data.shape().size()];
    float[] sample = new float[mean.length];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        for (int i = 0; i < mean.length; i++) {
          mean[i] += sample[i];
        }
      }
    }
    for (int i = 0; i < mean.length; i++) {
      mean[i] /= data.size();
    }
    return mean;
  }

  private static DMatrixRMaj covariance(Dataset data, double[] mean) {
    int size = mean.length;
    DMatrixRMaj sum = new DMatrixRMaj(size, size);
    DMatrixRMaj block = new DMatrixRMaj(256, size);
    data.forEachBatch(
        256,
        batch -> {
          block.reshape(batch.count(), size);
          for (int i = 0; i < batch.values().length; i++) {
            block.data[i] = batch.values()[i] - mean[i % size];
          }
          CommonOps_DDRM.multAddTransA(block, block, sum);
        });
    CommonOps_DDRM.divide(sum, data.size());
    return sum;
  }

  private static double[][] components(DMatrixRMaj covariance, double least) {
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(covariance.numRows, true, true);
    if (!eigen.decompose(covariance)) {
      throw new DataException("the principal components did not converge; check the data");
    }
    return IntStream.range(0, eigen.getNumberOfEigenvalues())
        .filter(i -> least > 0 && eigen.getEigenvalue(i).getReal() >= least)
        .mapToObj(i -> eigen.getEigenVector(i).getData().clone())
        .toArray(double[][]::new);
  }

  /** How many components are kept. */
  public int rank() {
    return components.length;
  }

  /** The squared residual of one sample: higher is stranger. */
  public double score(float[] sample) {
    double[] centred = new double[mean.length];
    double residual = 0;
    for (int i = 0; i < mean.length; i++) {
      centred[i] = sample[i] - mean[i];
      residual += centred[i] * centred[i];
    }
    for (double[] component : components) {
      double projection = 0;
      for (int i = 0; i < mean.length; i++) {
        projection += component[i] * centred[i];
      }
      residual -= projection * projection;
    }
    return Math.max(0, residual);
  }

  /**
   * The scores of all samples of a set, in its order.
   *
   * @throws DataException when its samples have another number of values than those of the fit
   */
  public double[] score(Dataset data) {
    if (data.shape().size() != mean.length) {
      throw new DataException(
          "%s has %d values a sample, the fit expects %d"
              .formatted(data.name(), data.shape().size(), mean.length));
    }
    double[] scores = new double[Math.toIntExact(data.size())];
    float[] sample = new float[mean.length];
    try (Cursor cursor = data.open()) {
      for (int i = 0; cursor.next(sample, 0); i++) {
        scores[i] = score(sample);
      }
    }
    return scores;
  }
}
