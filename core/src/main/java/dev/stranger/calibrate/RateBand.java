package dev.stranger.calibrate;

/**
 * Between which rates a false-alarm rate is expected to lie.
 *
 * @param low end, inclusive
 * @param high end, inclusive
 */
public record RateBand(double low, double high) {

  public RateBand {
    if (!(0 <= low && low <= high && high <= 1)) {
      throw new IllegalArgumentException(
          "a band of rates ascends from 0 to 1, got %s to %s".formatted(low, high));
    }
  }

  public boolean holds(double rate) {
    return low <= rate && rate <= high;
  }
}
