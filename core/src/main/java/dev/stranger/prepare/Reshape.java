package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Plural;
import dev.stranger.Shape;
import dev.stranger.Transform;

/** The same values under another shape of the same size. */
public record Reshape(Shape shape) implements Transform {

  public static Reshape to(Shape shape) {
    return new Reshape(shape);
  }

  /** A row of a table as a series of one channel. */
  public static Reshape toSeries(Shape row) {
    return to(Shape.of(1, row.size()));
  }

  @Override
  public Header describe(Header input) {
    if (input.shape().size() != shape.size()) {
      throw new DataException(
          "%s has %s a sample (%s), shape %s needs %d"
              .formatted(
                  input.name(),
                  Plural.of(input.shape().size(), "value"),
                  input.shape(),
                  shape,
                  shape.size()));
    }
    return input.withValues(shape, input.range());
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    System.arraycopy(source, 0, target, offset, source.length);
  }
}
