package dev.stranger.metric;

import dev.stranger.DataException;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One number measured with several seeds: its mean and how far to trust it.
 *
 * <p>The interval {@code mean -+ t * sd / sqrt(n)} holds the true mean with the asked confidence
 * when the values are independent and about normal; t is the quantile of Student's distribution
 * with n - 1 degrees of freedom. It is not cut to [0, 1]. From one value no spread can be told:
 * deviation and interval are then NaN, never a zero that looks like certainty.
 *
 * @param count how many values
 * @param mean of the values
 * @param deviation standard deviation with n - 1, or NaN for one value
 * @param low lower end of the interval, or NaN for one value
 * @param high upper end of the interval, or NaN for one value
 */
public record Summary(int count, double mean, double deviation, double low, double high) {

  private static final double USUAL_CONFIDENCE = 0.95;

  /** With a 95 % interval. */
  public static Summary of(double... values) {
    return withConfidence(USUAL_CONFIDENCE, values);
  }

  /**
   * With an interval of the given confidence, between 0 and 1.
   *
   * @throws DataException when there are no values, or one is NaN or infinite
   */
  public static Summary withConfidence(double confidence, double... values) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must lie between 0 and 1, got " + confidence);
    }
    check(values);
    int count = values.length;
    double mean = Moments.mean(values);
    if (count == 1) {
      return new Summary(count, mean, Double.NaN, Double.NaN, Double.NaN);
    }
    double deviation = Moments.deviation(values);
    double t = TDistribution.of(count - 1).inverseSurvivalProbability((1 - confidence) / 2);
    double half = t * deviation / Math.sqrt(count);
    return new Summary(count, mean, deviation, mean - half, mean + half);
  }

  private static void check(double[] values) {
    if (values.length == 0) {
      throw new DataException("there are no values to summarise; give at least one");
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new DataException(
            "value %d of %d is %s; drop it or repeat that seed"
                .formatted(i, values.length, values[i]));
      }
    }
  }
}
