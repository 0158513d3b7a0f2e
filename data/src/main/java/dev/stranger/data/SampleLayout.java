package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Shape;
import java.nio.ByteBuffer;

/**
 * What the dimensions of a NumPy array mean, the first being the number of samples:
 *
 * <ul>
 *   <li>{@code N x D}: rows of a table
 *   <li>{@code N x 1 x T}: series
 *   <li>{@code N x H x W}: grey images
 *   <li>{@code N x C x H x W}: images; {@code N x H x W x C} with one or three channels too
 * </ul>
 *
 * @param shape of one sample, channels first
 * @param channelsLast whether the file interleaves the channels
 */
record SampleLayout(Shape shape, boolean channelsLast) {

  static SampleLayout of(InputFile file, ArrayHeader array) {
    int[] d = array.dimensions();
    try {
      return switch (d.length) {
        case 2 -> new SampleLayout(Shape.of(d[1]), false);
        case 3 ->
            new SampleLayout(d[1] == 1 ? Shape.of(1, d[2]) : Shape.image(1, d[1], d[2]), false);
        case 4 ->
            isChannels(d[3]) && !isChannels(d[1])
                ? new SampleLayout(Shape.image(d[3], d[1], d[2]), true)
                : new SampleLayout(Shape.image(d[1], d[2], d[3]), false);
        default ->
            throw file.damaged(
                "holds an array of %d dimensions; samples need 2 to 4, the first counts them"
                    .formatted(d.length));
      };
    } catch (IllegalArgumentException e) {
      throw new DataException(file.path() + " has a wrong header: " + e.getMessage(), e);
    }
  }

  private static boolean isChannels(int dimension) {
    return dimension == 1 || dimension == 3;
  }

  void decode(NumberType type, ByteBuffer record, float[] target, int offset) {
    int size = shape.size();
    if (!channelsLast) {
      type.decode(record, target, offset, size);
      return;
    }
    int channels = shape.channels();
    int pixels = size / channels;
    for (int i = 0; i < size; i++) {
      target[offset + i % channels * pixels + i / channels] = type.get(record, i * type.bytes());
    }
  }
}
