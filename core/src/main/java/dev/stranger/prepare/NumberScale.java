package dev.stranger.prepare;

/**
 * Brings the numbers of one column to mean 0 and deviation 1, in float as a graph does.
 *
 * @param mean of the training values
 * @param deviation of them, positive
 */
public record NumberScale(float mean, float deviation) {

  public NumberScale {
    if (!(deviation > 0)) {
      throw new IllegalArgumentException("a deviation must be positive, got " + deviation);
    }
  }

  public float apply(float value) {
    return (value - mean) / deviation;
  }

  /** The value that {@link #apply} makes {@code scaled} of. */
  public float inverse(float scaled) {
    return mean + scaled * deviation;
  }
}
