package dev.stranger.calibrate;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Watches a stream of p-values for drift: the fortune of a gambler who starts with 1 and bets that
 * p-values are too small. While nothing drifts the game is fair or worse, so by Ville's inequality
 *
 * <pre>{@code P(the fortune ever reaches 1 / alpha) <= alpha}</pre>
 *
 * however long the stream is and however often one looks. The gambler spreads the start evenly over
 * all power bets, {@code e p^(e-1)} with e in [0, 1]. The integral over e has a closed form, in
 * which L is Fisher's statistic, and F and f are the distribution function and density of Gamma(n +
 * 1, 1):
 *
 * <pre>{@code M = integral of prod(e p_i^(e-1)) de = F(L) / (L f(L)),     L = sum(-ln p_i)}</pre>
 *
 * <p>The inequality asks that every p-value be uniform, or larger, whatever came before: {@code P(p
 * <= t | past) <= t}. Conformal p-values are steps of 1 / (n + 1) and so lie a little above uniform
 * ones; as every bet falls with p, the gambler only loses by that. Being independent of the past is
 * the harder part: take them from {@link OnlineCalibration}, not from a calibration set that stays.
 *
 * <p>After N quiet samples a drift must outweigh them, which takes in the order of sqrt(N) samples;
 * {@link ShiryaevRoberts} does not slow down, at a weaker guarantee. Not thread-safe; constant
 * memory, about a microsecond a sample.
 */
public final class TestMartingale extends StreamBet {

  /** So far below its mean, in deviations, F and f come near the least double. */
  private static final double FAR = 10;

  private long count;
  private double sum;
  private double peak;

  /** Bets on one more p-value, above 0 and at most 1. */
  @Override
  public void add(double pValue) {
    Require.pValue(pValue);
    count++;
    sum -= Math.log(pValue);
    peak = Math.max(peak, logValue());
  }

  @Override
  void save(DataOutputStream out) throws IOException {
    out.writeLong(count);
    out.writeDouble(sum);
    out.writeDouble(peak);
  }

  @Override
  void restore(DataInputStream in) throws IOException {
    count = in.readLong();
    sum = in.readDouble();
    peak = in.readDouble();
  }

  /** The natural logarithm of the fortune; 0 at the start. */
  @Override
  public double logValue() {
    double shape = count + 1.0;
    if (sum < Math.max(shape / 2, shape - FAR * Math.sqrt(shape))) {
      return Math.log(series(shape));
    }
    GammaDistribution gamma = GammaDistribution.of(shape, 1);
    return Math.log(gamma.cumulativeProbability(sum)) - Math.log(sum) - gamma.logDensity(sum);
  }

  /**
   * {@code F(L) / (L f(L))} as a sum of positive terms, {@code L^j / ((n+1) ... (n+1+j))}: where F
   * and f are both too small for a double, their quotient is not.
   */
  private double series(double shape) {
    double term = 1 / shape;
    double total = term;
    for (double next = shape + 1; term > total * 1e-17; next++) {
      term *= sum / next;
      total += term;
    }
    return total;
  }

  /** The least alpha at which there has been an alarm: a p-value that holds at any time. */
  public double pValue() {
    return Math.exp(-peak);
  }

  /** Whether the fortune has ever reached 1 / alpha. */
  public boolean alarm(double alpha) {
    Require.inside("alarm level", alpha);
    return peak >= -Math.log(alpha);
  }
}
