package dev.stranger.report;

import java.util.Arrays;

/**
 * How the evidence for drift went over a stream, thinned out to what a picture can show: of samples
 * that fall together, the highest evidence is kept. Constant memory; not thread-safe.
 */
public final class DriftCurve {

  private static final int POINTS = 1000;

  private final long step;
  private final double[] highest;
  private long samples;

  /**
   * @param expected number of samples
   */
  public DriftCurve(long expected) {
    step = Math.max(1, (expected + POINTS - 1) / POINTS);
    highest = new double[POINTS];
    Arrays.fill(highest, Double.NEGATIVE_INFINITY);
  }

  /** The evidence after one more sample, as a power of ten. */
  public void add(double evidence) {
    int at = (int) Math.min(samples++ / step, POINTS - 1);
    highest[at] = Math.max(highest[at], evidence);
  }

  /** The highest of all; 0, where a bet starts, when there are none. */
  public double peak() {
    return Math.max(0, Arrays.stream(highest).max().orElseThrow());
  }

  /** After how many samples each of {@link #evidence} was reached, at the latest. */
  double[] positions() {
    double[] positions = new double[size()];
    Arrays.setAll(positions, i -> Math.min((i + 1.0) * step, samples));
    return positions;
  }

  double[] evidence() {
    return Arrays.copyOf(highest, size());
  }

  private int size() {
    return (int) Math.min((samples + step - 1) / step, POINTS);
  }
}
