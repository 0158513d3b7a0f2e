package dev.stranger.paper;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A figure of the paper with the digits that are printed there.
 *
 * @param std standard deviation over the paper's ten runs; none where nothing is random
 */
public record PublishedFigure(BigDecimal mean, @Nullable BigDecimal std) {

  private static final double FAR = 2;

  /** Whether a mean lies more than two published standard deviations away. */
  boolean isFarFrom(double measured) {
    return std != null && Math.abs(measured - mean.doubleValue()) > FAR * std.doubleValue();
  }
}
