package dev.stranger.data.transform;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Range;

/** What transforms of images ask of their input. */
final class Pixels {

  private Pixels() {}

  static void require(Header input, String wish) {
    if (!input.shape().isImage() || !Range.GREY_LEVELS.contains(input.range())) {
      throw new DataException(
          "%s (%s, values %s) cannot be made %s: images with grey levels from 0 to 255 can"
              .formatted(input.name(), input.shape(), input.range(), wish));
    }
  }
}
