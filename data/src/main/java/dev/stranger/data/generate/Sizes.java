package dev.stranger.data.generate;

import dev.stranger.DataException;

/** Checks how many samples are asked for. */
final class Sizes {

  private Sizes() {}

  static long positive(String set, long size) {
    if (size < 1) {
      throw new DataException(
          "%s cannot have size=%d; ask for one sample or more".formatted(set, size));
    }
    return size;
  }
}
