package dev.stranger;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The dimensions of one sample, outermost first: {@code 1x28x28} is an image (channels, height,
 * width), {@code 1x140} a series (channels, steps), {@code 30} a row of a table. Serializable, so
 * that engines for large data can send it to their workers.
 */
public record Shape(List<Integer> dimensions) implements Serializable {

  /** More values than this in one sample is taken for a damaged header, not for data. */
  public static final int MAX_SIZE = 1 << 26;

  public Shape {
    dimensions = List.copyOf(dimensions);
    if (dimensions.isEmpty() || dimensions.stream().anyMatch(d -> d < 1)) {
      throw new IllegalArgumentException("a shape needs positive dimensions, got " + dimensions);
    }
    long size = 1;
    for (int dimension : dimensions) {
      size = Math.multiplyExact(size, (long) dimension);
      if (size > MAX_SIZE) {
        throw new IllegalArgumentException(
            "shape " + join(dimensions) + " holds more than " + MAX_SIZE + " values a sample");
      }
    }
  }

  public static Shape of(int... dimensions) {
    return new Shape(Arrays.stream(dimensions).boxed().toList());
  }

  /** An image of {@code channels x height x width}. */
  public static Shape image(int channels, int height, int width) {
    return of(channels, height, width);
  }

  /** Reads what {@link #toString()} writes, such as {@code 1x28x28}. */
  public static Shape parse(String text) {
    try {
      return of(Arrays.stream(text.split("x", -1)).mapToInt(Integer::parseInt).toArray());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a shape such as 1x28x28", e);
    }
  }

  /** How many values one sample has. */
  public int size() {
    return dimensions.stream().mapToInt(Integer::intValue).reduce(1, (a, b) -> a * b);
  }

  public int rank() {
    return dimensions.size();
  }

  /** The dimensions of so many samples together, their number first. */
  public long[] ofBatch(long count) {
    long[] batch = new long[rank() + 1];
    batch[0] = count;
    for (int i = 0; i < rank(); i++) {
      batch[i + 1] = dimensions.get(i);
    }
    return batch;
  }

  public boolean isImage() {
    return rank() == 3;
  }

  /** Channels of an image or of a series. */
  public int channels() {
    return dimensions.get(0);
  }

  public int height() {
    return imageDimension(1);
  }

  public int width() {
    return imageDimension(2);
  }

  private int imageDimension(int index) {
    if (!isImage()) {
      throw new IllegalStateException(
          "shape " + this + " is not an image (channels x height x width)");
    }
    return dimensions.get(index);
  }

  @Override
  public String toString() {
    return join(dimensions);
  }

  private static String join(List<Integer> dimensions) {
    return dimensions.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }
}
