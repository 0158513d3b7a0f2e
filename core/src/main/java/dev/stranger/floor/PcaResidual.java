package dev.stranger.floor;

import dev.stranger.DataException;
import dev.stranger.Dataset;

/**
 * Squared distance of a sample to the subspace of the main principal components: those that carry
 * at least a given share of the variance. Fitting takes memory and time quadratic and cubic in the
 * values of a sample, seconds for a thousand. Immutable and thread-safe.
 */
public final class PcaResidual implements Floor {

  /** The share of the variance below which the paper drops a component. */
  public static final double PAPER_SHARE = 0.02;

  private final QuadraticForm residual;

  private PcaResidual(QuadraticForm residual) {
    this.residual = residual;
  }

  /**
   * @param share of the whole variance that a component must carry to be kept
   * @throws DataException when samples have more than 4,096 values
   */
  public static PcaResidual fit(Dataset data, double share) {
    return of(Spectrum.of(data), share);
  }

  static PcaResidual of(Spectrum spectrum, double share) {
    // Constant samples have no components, not as many as values.
    double least = Math.max(Double.MIN_VALUE, share * spectrum.total());
    return new PcaResidual(QuadraticForm.of(spectrum, least, 1, variance -> 0));
  }

  /** How many components are kept. */
  public int rank() {
    return residual.rank();
  }

  @Override
  public String key() {
    return "pca_residual";
  }

  @Override
  public String title() {
    return "PCA residual";
  }

  @Override
  public int sampleSize() {
    return residual.sampleSize();
  }

  @Override
  public double[] score(float[] samples, int count) {
    return residual.of(samples, count);
  }
}
