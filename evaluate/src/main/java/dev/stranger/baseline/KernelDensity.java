package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;

/**
 * Minus the logarithm of a density that is a Gaussian bell around each of at most 5,000 training
 * samples, all of the same width h in all directions: {@code -log sum of exp(-|x - r|^2 / 2h^2) +
 * log n + d/2 log(2 pi h^2)}. The width is the one under which training samples are most likely,
 * each judged by the bells of the others.
 *
 * <p>Fitting takes a second or two; judging takes as long as with {@link NearestNeighbours}.
 * Immutable and thread-safe. A training sample lies under its own bell, and scores lower for it
 * than a new one.
 */
public final class KernelDensity implements Baseline {

  public static final String KEY = "kernel_density";

  private final ReferenceSamples references;
  private final double bandwidth;

  private KernelDensity(ReferenceSamples references, double bandwidth) {
    this.references = references;
    this.bandwidth = bandwidth;
  }

  /**
   * @throws DataException when samples have more than 167,772 values
   */
  public static KernelDensity fit(Dataset data) {
    return of(ReferenceSamples.of(data));
  }

  static KernelDensity of(ReferenceSamples references) {
    return new KernelDensity(references, BandwidthSearch.bandwidth(references));
  }

  /** The squared distance beyond the nearest reference at which others no longer count. */
  static double reach(double bandwidth) {
    return 2 * bandwidth * bandwidth * LogSum.NEGLIGIBLE;
  }

  /**
   * The same training samples under bells of another width.
   *
   * @throws IllegalArgumentException when it is not a positive number
   */
  public KernelDensity withBandwidth(double width) {
    if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a bandwidth must be positive, not " + width);
    }
    return new KernelDensity(references, width);
  }

  /** The standard deviation of a bell in each direction. */
  public double bandwidth() {
    return bandwidth;
  }

  /** Copies of the training samples that have a bell. */
  public float[][] references() {
    return references.copies();
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String title() {
    return "kernel density";
  }

  @Override
  public int sampleSize() {
    return references.sampleSize();
  }

  @Override
  public double[] score(float[] samples, int count) {
    double scale =
        Math.log(references.count())
            + sampleSize() * (Math.log(2 * Math.PI) / 2 + Math.log(bandwidth));
    return references.map(samples, count, distances -> scale - logSum(distances));
  }

  private double logSum(Distances distances) {
    LogSum sum = new LogSum();
    distances.forEachWithin(
        distances.roughly(1) + reach(bandwidth),
        (reference, square) -> sum.add(-square / (2 * bandwidth * bandwidth)));
    return sum.value();
  }
}
