package dev.stranger.data;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A dense array of numbers as the header of a binary file declares it. Once made, its dimensions
 * are known to fit into the file.
 */
record ArrayHeader(NumberType type, ByteOrder order, int[] dimensions) {

  /**
   * @param plausibleBytes more than this cannot be in the file
   * @throws dev.stranger.DataException when the dimensions claim more, or nothing
   */
  static ArrayHeader checked(
      InputFile file, NumberType type, ByteOrder order, long[] dimensions, long plausibleBytes) {
    long bytes = type.bytes();
    for (long dimension : dimensions) {
      if (dimension < 1) {
        throw file.damaged("has no samples: its dimensions are " + describe(dimensions));
      }
      bytes = dimension > plausibleBytes / bytes ? Long.MAX_VALUE : bytes * dimension;
      if (bytes > plausibleBytes || dimension > Integer.MAX_VALUE) {
        throw file.damaged(
            "claims %s numbers, more than the file can hold; get a new copy"
                .formatted(describe(dimensions)));
      }
    }
    return new ArrayHeader(type, order, Arrays.stream(dimensions).mapToInt(d -> (int) d).toArray());
  }

  private static String describe(long[] dimensions) {
    return Arrays.stream(dimensions).mapToObj(Long::toString).collect(Collectors.joining(" x "));
  }

  int rank() {
    return dimensions.length;
  }

  /** How many numbers it holds. */
  long count() {
    return Arrays.stream(dimensions).asLongStream().reduce(1, (a, b) -> a * b);
  }

  String describe() {
    return describe(Arrays.stream(dimensions).asLongStream().toArray());
  }
}
