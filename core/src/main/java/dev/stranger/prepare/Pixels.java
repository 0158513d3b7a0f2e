package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Range;

/**
 * What transforms of images ask of their input. They round to whole grey levels, which would leave
 * nothing of values that are scaled to [0,1] already.
 */
final class Pixels {

  private Pixels() {}

  static void require(Header input, String wish) {
    if (!input.shape().isImage() || !input.range().equals(Range.GREY_LEVELS)) {
      throw new DataException(
          "%s (%s, values %s) cannot be made %s: only images of grey levels %s can; do it before scaling"
              .formatted(input.name(), input.shape(), input.range(), wish, Range.GREY_LEVELS));
    }
  }
}
