package dev.stranger.prepare;

import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;

/** Pictures that a file stores as zeros and ones become grey levels: 0 stays black. */
public enum BlackAndWhite implements Transform {
  ANY_LIGHT_IS_WHITE;

  @Override
  public Header describe(Header input) {
    return input.withValues(input.shape(), Range.GREY_LEVELS);
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    for (int i = 0; i < source.length; i++) {
      target[offset + i] = source[i] > 0 ? 255 : 0;
    }
  }
}
