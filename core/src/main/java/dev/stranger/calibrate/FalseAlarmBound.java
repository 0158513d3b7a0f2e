package dev.stranger.calibrate;

import dev.stranger.Calibration;
import dev.stranger.RequestException;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Where to draw the line through n calibration scores: a sample is flagged when it scores above the
 * k-th largest of them, which is {@code pValue <= threshold()}.
 *
 * <p>The calibration scores are themselves drawn by chance, so the false-alarm rate a detector ends
 * up with is a random number. Whatever the distribution of the scores, it follows
 *
 * <pre>{@code rate ~ Beta(k, n + 1 - k)       mean k / (n + 1)}</pre>
 *
 * when no scores tie; with ties it is smaller. {@link #onAverage} bounds the mean of that
 * distribution, {@link #of} bounds its upper tail. Immutable and thread-safe; choosing k costs
 * about log n evaluations of a binomial distribution.
 *
 * @param calibrationSize n, how many scores were held out
 * @param rank k, which of them is the line, 1 being the largest
 */
public record FalseAlarmBound(int calibrationSize, int rank) {

  /** Far more than the rounding of a rate, far less than the share of one score. */
  private static final double ROUNDING = 1e-9;

  public FalseAlarmBound {
    Require.positive("number of held-out scores", calibrationSize);
    if (rank < 1 || rank > calibrationSize) {
      throw new IllegalArgumentException(
          "the rank of a held-out score lies between 1 and %d, got %d"
              .formatted(calibrationSize, rank));
    }
  }

  /**
   * The false-alarm rate is at most {@code falseAlarmRate} on average over calibration sets: {@code
   * k = floor(falseAlarmRate (n + 1))}. About half of all calibration sets exceed it by a little.
   *
   * @throws RequestException when there are too few scores, with the number needed
   */
  public static FalseAlarmBound onAverage(int calibrationSize, double falseAlarmRate) {
    Require.inside("false-alarm rate", falseAlarmRate);
    long needed = Calibration.neededFor(falseAlarmRate);
    if (calibrationSize < needed) {
      throw tooFew(calibrationSize, FalseAlarmGuarantee.onAverage(falseAlarmRate), needed);
    }
    int rank = (int) Math.floor(falseAlarmRate * (calibrationSize + 1.0) + ROUNDING);
    return new FalseAlarmBound(calibrationSize, Math.min(Math.max(rank, 1), calibrationSize));
  }

  /**
   * The false-alarm rate is at most {@code falseAlarmRate} for all but a share {@code risk} of
   * calibration sets: the largest k with
   *
   * <pre>{@code P(Beta(k, n + 1 - k) > rate) = P(Binomial(n, rate) < k) <= risk}</pre>
   *
   * @throws RequestException when there are too few scores, with the number needed
   */
  public static FalseAlarmBound of(int calibrationSize, double falseAlarmRate, double risk) {
    long needed = neededFor(falseAlarmRate, risk);
    if (calibrationSize < needed) {
      throw tooFew(calibrationSize, new FalseAlarmGuarantee(falseAlarmRate, risk), needed);
    }
    BinomialDistribution above = BinomialDistribution.of(calibrationSize, falseAlarmRate);
    int rank = above.inverseCumulativeProbability(risk);
    // The quantile is the first with P(X <= rank) >= risk; where they are equal one more is safe.
    rank += above.cumulativeProbability(rank) <= risk ? 1 : 0;
    return new FalseAlarmBound(calibrationSize, Math.max(rank, 1));
  }

  /** How many scores {@link #of} needs: the first n with {@code (1 - falseAlarmRate)^n <= risk}. */
  public static long neededFor(double falseAlarmRate, double risk) {
    Require.inside("false-alarm rate", falseAlarmRate);
    Require.inside("risk", risk);
    return (long) Math.ceil(Math.log(risk) / Math.log1p(-falseAlarmRate) - ROUNDING);
  }

  private static RequestException tooFew(int size, FalseAlarmGuarantee guarantee, long needed) {
    return new RequestException(
        "%s needs at least %d held-out scores, there are %d; train with that guarantee, or raise it"
            .formatted(guarantee.asked(), needed, size));
  }

  /**
   * The decision is {@code pValue <= threshold()}. It lies halfway between the p-values k / (n + 1)
   * and (k + 1) / (n + 1), so that no rounding of a p-value can change a decision.
   */
  public double threshold() {
    return (rank + 0.5) / (calibrationSize + 1.0);
  }

  public boolean flags(double pValue) {
    return pValue <= threshold();
  }

  /** The false-alarm rate on average over calibration sets, {@code k / (n + 1)}. */
  public double meanRate() {
    return rank / (calibrationSize + 1.0);
  }

  /** The share of calibration sets whose false-alarm rate is above the given one. */
  public double riskOfMoreThan(double rate) {
    return realisedRate().survivalProbability(rate);
  }

  /**
   * The band in which the false-alarm rate in the long run lies for all but a share {@code low} of
   * calibration sets below it and {@code 1 - high} above it, say 0.01 and 0.99.
   */
  public RateBand band(double low, double high) {
    requireAscending(low, high);
    BetaDistribution rate = realisedRate();
    return new RateBand(
        rate.inverseCumulativeProbability(low), rate.inverseCumulativeProbability(high));
  }

  private BetaDistribution realisedRate() {
    return BetaDistribution.of(rank, calibrationSize + 1.0 - rank);
  }

  /**
   * The same band for the share that is flagged among a number of normal samples: wider, as their
   * draw adds to the draw of the calibration set. This is the band to hold a measured rate against.
   */
  public RateBand bandAmong(int samples, double low, double high) {
    requireAscending(low, high);
    Require.positive("number of samples", samples);
    FlaggedCounts flagged = new FlaggedCounts(this, samples);
    return new RateBand(
        (double) flagged.quantile(low) / samples, (double) flagged.quantile(high) / samples);
  }

  private static void requireAscending(double low, double high) {
    Require.inside("lower end of a band", low);
    Require.inside("upper end of a band", high);
    if (low > high) {
      throw new IllegalArgumentException("a band ascends, got %s to %s".formatted(low, high));
    }
  }

  /**
   * The probability that at least {@code flagged} of a number of normal samples are flagged, the
   * chance in the calibration scores included (beta-binomial). It is a matter of ranks alone: the
   * samples and the n scores are shuffled, and at least that many samples must be among the first
   * {@code k + flagged - 1} of all. With ties the probability is smaller.
   */
  double tail(int flagged, int samples) {
    if (flagged <= 0) {
      return 1;
    }
    if (flagged > samples) {
      return 0;
    }
    int all = Math.addExact(calibrationSize, samples);
    return HypergeometricDistribution.of(all, samples, rank + flagged - 1)
        .survivalProbability(flagged - 1);
  }
}
