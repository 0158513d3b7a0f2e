package dev.stranger.calibrate;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Watches a stream of p-values that never ends: a gambler like that of {@link TestMartingale}, but
 * with a new one joining at every sample, so that there is always one who began right before the
 * drift. Their joint fortune, for each of a few power bets and then averaged, is
 *
 * <pre>{@code R = (1 + R before) e p^(e-1),     e = 1/8, 1/4, 1/2, 3/4}</pre>
 *
 * <p>While nothing drifts, R grows by at most 1 a sample on average. Hence an alarm at {@code R >=
 * c} comes after c samples or more on average, and within the first m samples with a probability of
 * at most m / c. There is no bound on ever giving a false alarm: without end, one will come.
 * P-values must be as {@link TestMartingale} asks. Not thread-safe; constant memory, a few
 * exponentials a sample.
 */
public final class ShiryaevRoberts extends StreamBet {

  /** A bet pays best where -ln p is 1/e on average: 1.3 to 8, from a slight drift to a break. */
  private static final double[] EXPONENTS = {0.125, 0.25, 0.5, 0.75};

  private final double[] logs = new double[EXPONENTS.length];

  public ShiryaevRoberts() {
    restart();
  }

  /** Forgets the stream: for after an alarm that has been dealt with. */
  public void restart() {
    Arrays.fill(logs, Double.NEGATIVE_INFINITY);
  }

  /** Bets on one more p-value, above 0 and at most 1. */
  @Override
  public void add(double pValue) {
    Require.pValue(pValue);
    for (int i = 0; i < logs.length; i++) {
      double e = EXPONENTS[i];
      logs[i] = logOfOnePlus(logs[i]) + Math.log(e) + (e - 1) * Math.log(pValue);
    }
  }

  @Override
  void save(DataOutputStream out) throws IOException {
    for (double log : logs) {
      out.writeDouble(log);
    }
  }

  @Override
  void restore(DataInputStream in) throws IOException {
    for (int i = 0; i < logs.length; i++) {
      logs[i] = in.readDouble();
    }
  }

  /** {@code ln(1 + exp(x))}, also where exp(x) is too large for a double. */
  private static double logOfOnePlus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /** The natural logarithm of R; negative infinity at the start. */
  @Override
  public double logValue() {
    double largest = Arrays.stream(logs).max().orElseThrow();
    if (largest == Double.NEGATIVE_INFINITY) {
      return largest;
    }
    double mean = Arrays.stream(logs).map(x -> Math.exp(x - largest)).average().orElseThrow();
    return largest + Math.log(mean);
  }

  /**
   * Whether R has reached c.
   *
   * @param samplesBetweenFalseAlarms c, how many samples lie between false alarms on average, or
   *     more
   */
  public boolean alarm(double samplesBetweenFalseAlarms) {
    if (!(samplesBetweenFalseAlarms >= 1)) {
      throw new IllegalArgumentException(
          "the number of samples between false alarms must be at least 1, got "
              + samplesBetweenFalseAlarms);
    }
    return logValue() >= Math.log(samplesBetweenFalseAlarms);
  }
}
