package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Shape;
import dev.stranger.Transform;

/** A grey image as a colour image: red, green and blue are the same. */
public enum GreyToColour implements Transform {
  SAME_IN_ALL_CHANNELS;

  @Override
  public Header describe(Header input) {
    Shape shape = input.shape();
    if (!shape.isImage() || shape.channels() != 1) {
      throw new DataException(
          "%s has samples of %s, only grey pictures can be made colour; leave it out"
              .formatted(input.name(), shape));
    }
    return input.withValues(Shape.image(3, shape.height(), shape.width()), input.range());
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    for (int channel = 0; channel < 3; channel++) {
      System.arraycopy(source, 0, target, offset + channel * source.length, source.length);
    }
  }
}
