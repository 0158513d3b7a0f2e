package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;

/** Maps values of a known range linearly to another, such as grey levels to [0,1]. */
public record Scale(Range from, Range to) implements Transform {

  public Scale {
    if (from.equals(Range.ANY) || to.equals(Range.ANY)) {
      throw new IllegalArgumentException("cannot scale from " + from + " to " + to);
    }
  }

  /** Grey levels to [0,1]. */
  public static Scale toUnit() {
    return new Scale(Range.GREY_LEVELS, Range.UNIT);
  }

  @Override
  public Header describe(Header input) {
    if (!from.equals(input.range())) {
      throw new DataException(
          "%s has values in %s, scaling to %s is for values in %s; leave it out or standardise"
              .formatted(input.name(), input.range(), to, from));
    }
    return input.withValues(input.shape(), to);
  }

  @Override
  public void apply(Shape shape, float[] source, float[] target, int offset) {
    float width = from.max() - from.min();
    float toWidth = to.max() - to.min();
    for (int i = 0; i < source.length; i++) {
      target[offset + i] = to.min() + (source[i] - from.min()) / width * toWidth;
    }
  }
}
