package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.Arrays;

/**
 * Distance of a sample to the mean of the training samples, in each direction in units of their
 * standard deviation: {@code sqrt((x - mean)' C^-1 (x - mean))}.
 *
 * <p>C is the covariance of the training samples, mixed with a little of a ball of the same mean
 * variance: {@code (1 - r) S + r trace(S)/d I}. Without it, a pixel that is black in all training
 * samples would make a sample with a speck there infinitely strange, and with few samples the
 * smaller variances are luck. How much is r follows from the samples (Ledoit and Wolf, 2004): 0.01
 * % for 60,000 garments of 784 pixels, 4 % for 292 heartbeats of 140 steps.
 *
 * <p>Fitting takes memory and time quadratic and cubic in the values of a sample, seconds for a
 * thousand. Immutable and thread-safe.
 */
public final class MahalanobisDistance implements Baseline {

  /** Samples that come in pairs of opposites ask for no mixing at all; some is always needed. */
  static final double LEAST_SHRINKAGE = 1e-6;

  private final QuadraticForm square;

  private MahalanobisDistance(QuadraticForm square) {
    this.square = square;
  }

  /**
   * @throws DataException when samples have more than 4,096 values
   */
  public static MahalanobisDistance fit(Dataset data) {
    return of(PrincipalComponents.of(data));
  }

  static MahalanobisDistance of(PrincipalComponents components) {
    double share = Math.max(LEAST_SHRINKAGE, components.shrinkage());
    double ball = share * components.total() / components.variances().length;
    // Constant samples have no scale: their distance is the plain one.
    double least = ball > 0 ? ball : 1;
    return new MahalanobisDistance(
        QuadraticForm.of(
            components,
            components.count(0),
            1 / least,
            variance -> 1 / ((1 - share) * variance + least)));
  }

  @Override
  public String key() {
    return "mahalanobis";
  }

  @Override
  public String title() {
    return "Mahalanobis distance";
  }

  @Override
  public int sampleSize() {
    return square.sampleSize();
  }

  @Override
  public double[] score(float[] samples, int count) {
    return Arrays.stream(square.of(samples, count)).map(Math::sqrt).toArray();
  }
}
