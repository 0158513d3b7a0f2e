package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.nio.FloatBuffer;
import java.util.function.IntFunction;

/**
 * Refuses samples that a detector was not made for, before they reach its graph.
 *
 * @param gaps whether {@code NaN} is a gap
 */
record SampleCheck(Shape shape, Range range, boolean gaps) {

  void requireShape(Dataset data) {
    if (!data.shape().equals(shape)) {
      throw new DataException(
          "%s has samples of %s, the detector expects %s"
              .formatted(data.name(), data.shape(), shape));
    }
  }

  /** So many samples, and no value outside of the range. */
  void require(FloatBuffer samples, int count) {
    long expected = (long) count * shape.size();
    if (count < 1 || samples.remaining() != expected) {
      throw new DataException(
          "%d values for %d samples, the detector expects %d (%s each)"
              .formatted(samples.remaining(), count, expected, shape));
    }
    requireRange(samples, i -> "sample " + i);
  }

  private String expected() {
    String values = range.equals(Range.ANY) ? "finite values" : "values in " + range;
    return gaps ? values + " or gaps" : values;
  }

  /**
   * @param names of the samples, by their position
   */
  void requireRange(FloatBuffer samples, IntFunction<String> names) {
    int size = shape.size();
    for (int i = 0; i < samples.remaining(); i++) {
      float value = samples.get(samples.position() + i);
      boolean isGap = gaps && Float.isNaN(value);
      if (!isGap && !(value >= range.min() && value <= range.max())) {
        throw new DataException(
            "%s has the value %s at position %d, the detector expects %s"
                .formatted(names.apply(i / size), value, i % size, expected()));
      }
    }
  }
}
