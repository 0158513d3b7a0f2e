package dev.stranger.data;

import dev.stranger.DataException;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import java.nio.ByteBuffer;

/**
 * What the dimensions of a NumPy array mean, the first being the number of samples:
 *
 * <ul>
 *   <li>{@code N x D}: rows of a table
 *   <li>{@code N x 1 x T}: series
 *   <li>{@code N x H x W}: grey images, or {@code N x C x T}: series of several channels
 *   <li>{@code N x C x H x W}: images; {@code N x H x W x C} with one or three channels too
 * </ul>
 *
 * @param shape of one sample, channels first
 * @param channelsLast whether the file interleaves the channels
 */
record SampleLayout(Shape shape, boolean channelsLast) {

  /** No picture is so narrow. */
  private static final int NARROW = 8;

  /** Nor so much longer than it is high. */
  private static final int LONG = 8;

  /**
   * @param series whether three dimensions are those of series
   */
  static SampleLayout of(InputFile file, ArrayHeader array, boolean series) {
    int[] d = array.dimensions();
    try {
      return switch (d.length) {
        case 2 -> new SampleLayout(Shape.of(d[1]), false);
        case 3 -> new SampleLayout(series || d[1] == 1 ? seriesOf(d) : grey(file, array), false);
        case 4 ->
            isChannels(d[3]) && !isChannels(d[1])
                ? new SampleLayout(Shape.image(d[3], d[1], d[2]), true)
                : new SampleLayout(Shape.image(d[1], d[2], d[3]), false);
        default ->
            throw file.damaged(
                "holds an array of %s; samples need 2 to 4, the first counts them%s"
                    .formatted(
                        d.length == 1 ? "1 dimension" : d.length + " dimensions",
                        d.length == 1
                            ? "; save a recording of one channel as %d x 1".formatted(d[0])
                            : ""));
      };
    } catch (IllegalArgumentException e) {
      throw new DataException(file.path() + " has a wrong header: " + e.getMessage(), e);
    }
  }

  private static Shape seriesOf(int[] dimensions) {
    return Shape.of(dimensions[1], dimensions[2]);
  }

  /** Bytes are grey levels; other numbers of an odd shape are more likely those of sensors. */
  private static Shape grey(InputFile file, ArrayHeader array) {
    int[] d = array.dimensions();
    int small = Math.min(d[1], d[2]);
    int large = Math.max(d[1], d[2]);
    boolean odd = small < NARROW || large >= LONG * small;
    if (odd && !array.type().range().equals(Range.GREY_LEVELS)) {
      throw new DataException(
          "%s holds %,d arrays of %dx%d, which is no shape of pictures; read them as series of %d channels, or save pictures as %d x 1 x %d x %d"
              .formatted(file.path(), d[0], d[1], d[2], d[1], d[0], d[1], d[2]),
          Remedy.SERIES);
    }
    return Shape.image(1, d[1], d[2]);
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
