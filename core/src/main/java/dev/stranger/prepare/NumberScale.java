package dev.stranger.prepare;

/**
 * Brings the numbers of one column to mean 0 and deviation 1, in float as a graph does. It is
 * straight, {@code (x - mean) / deviation}; or bent, where long tails would hide the rest of a
 * column:
 *
 * <pre>  (sign(u) log(1 + |u|) - mean) / deviation,   u = (x - centre) / spread</pre>
 *
 * @param centre of a bent scale
 * @param spread of a bent scale; 0 for a straight one
 * @param mean of what is scaled
 * @param deviation of it, positive
 * @param unit deviation of the numbers themselves
 */
public record NumberScale(float centre, float spread, float mean, float deviation, float unit) {

  /** No bent value that floats can hold leads farther back. */
  public static final float FARTHEST_BENT = 40;

  public NumberScale {
    if (!(deviation > 0) || !(unit > 0) || !(spread >= 0)) {
      throw new IllegalArgumentException(
          "deviations must be positive, got %s, %s and the spread %s"
              .formatted(deviation, unit, spread));
    }
  }

  public static NumberScale straight(float mean, float deviation) {
    return new NumberScale(0, 0, mean, deviation, deviation);
  }

  /** With mean 0 and deviation 1, until these are known. */
  static NumberScale bent(float centre, float spread, float unit) {
    return new NumberScale(centre, spread, 0, 1, unit);
  }

  NumberScale with(float mean, float deviation) {
    return new NumberScale(centre, spread, mean, deviation, unit);
  }

  public boolean isBent() {
    return spread > 0;
  }

  public float apply(float value) {
    return ((isBent() ? bend((value - centre) / spread) : value) - mean) / deviation;
  }

  private static float bend(float value) {
    return Math.signum(value) * (float) Math.log1p(Math.abs(value));
  }

  /** The value that {@link #apply} makes {@code scaled} of. */
  public float inverse(float scaled) {
    float value = mean + scaled * deviation;
    if (!isBent()) {
      return value;
    }
    float bent = Math.min(FARTHEST_BENT, Math.abs(value));
    return centre + spread * Math.signum(value) * (float) Math.expm1(bent);
  }
}
