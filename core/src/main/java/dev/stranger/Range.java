package dev.stranger;

/**
 * The interval a data set's values are known to lie in. {@link #ANY} says only that they are
 * finite.
 */
public record Range(float min, float max) {

  /** Pixels as cameras and files store them. */
  public static final Range GREY_LEVELS = new Range(0, 255);

  /** What networks with a sigmoid output and the cross-entropy loss want. */
  public static final Range UNIT = new Range(0, 1);

  /** No bound is known. */
  public static final Range ANY = new Range(-Float.MAX_VALUE, Float.MAX_VALUE);

  public Range {
    if (!(min < max)) {
      throw new IllegalArgumentException("a range needs min < max, got " + min + " and " + max);
    }
  }

  public boolean contains(Range other) {
    return min <= other.min && other.max <= max;
  }

  /** The value itself where it lies in the range, else the end that it lies beyond. */
  public float nearest(float value) {
    return Math.max(min, Math.min(max, value));
  }

  @Override
  public String toString() {
    return equals(ANY) ? "any" : "[" + compact(min) + ", " + compact(max) + "]";
  }

  private static String compact(float value) {
    return value == (int) value ? Integer.toString((int) value) : Float.toString(value);
  }
}
