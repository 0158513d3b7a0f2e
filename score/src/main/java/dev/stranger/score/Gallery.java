package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Thumbnails of held-out normal samples, for people who look at what a detector takes for normal.
 * Kept in the detector file only when asked for, because whoever has the file can see them.
 *
 * @param shape of each thumbnail; see {@link Thumbnail}
 * @param samples empty when none were asked for
 */
public record Gallery(Shape shape, List<Sample> samples) {

  /** More are not kept. */
  public static final int MOST_SAMPLES = 1_000;

  /** Of all thumbnails together: 16 MB as floats, and room for 1,000 in colour. */
  private static final int MOST_VALUES = 1 << 22;

  /** In Base64 a float takes less. */
  private static final int MOST_CHARACTERS = 6 * MOST_VALUES;

  /** Of a sample: where it lies on a map. */
  public static final int MOST_COORDINATES = 2;

  private static final String KEY = "stranger.gallery";
  private static final int PARTS = 4;
  private static final float WHITE = 255;

  /** Of scores, which may be infinite: only what is no number lies outside. */
  private static final Range NUMBERS = new Range(Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);

  /**
   * A held-out sample. The arrays are not copied: do not change them.
   *
   * @param values of its thumbnail, in the range of the detector
   * @param score of the sample itself
   * @param coordinates the first two of the sample in the subspace, fewer or none where the model
   *     has no more
   */
  public record Sample(float[] values, float score, float[] coordinates) {}

  public Gallery {
    samples = List.copyOf(samples);
  }

  /**
   * Refuses what would not fit into a gallery, before the samples are there.
   *
   * @param sample the shape of a sample
   * @throws DataException with the number that would fit
   */
  public static void requireRoom(Shape sample, int count) {
    long most = Math.min(MOST_SAMPLES, MOST_VALUES / Thumbnail.shapeOf(sample).size());
    if (count > most) {
      throw new DataException(
          "a gallery has room for %,d samples of %s, got %,d; choose fewer"
              .formatted(most, sample, count));
    }
  }

  /** About how many bytes of a detector file a gallery takes. */
  public static long fileBytes(Shape sample, Range range, int count) {
    long thumbnail =
        (long) Thumbnail.shapeOf(sample).size() * (isOfLevels(sample, range) ? 1 : Float.BYTES);
    return count * (thumbnail + Float.BYTES * (1L + MOST_COORDINATES)) * 4 / 3; // in Base64
  }

  /** Whether a value is one of 256 levels. */
  private static boolean isOfLevels(Shape sample, Range range) {
    return sample.isImage() && range.equals(Range.UNIT);
  }

  /** As the metadata of an ONNX model; none when there are no samples. */
  Map<String, String> toProperties(Metadata metadata) {
    if (samples.isEmpty()) {
      return Map.of();
    }
    float[] values = FloatArrays.joined(samples.stream().map(Sample::values).toList());
    float[] scores =
        FloatArrays.joined(samples.stream().map(s -> new float[] {s.score()}).toList());
    float[] coordinates = FloatArrays.joined(samples.stream().map(Sample::coordinates).toList());
    String text =
        String.join(
            " ",
            shape.toString(),
            isOfLevels(metadata.shape(), metadata.range())
                ? Base64.getEncoder().encodeToString(levels(values))
                : FloatText.encode(values),
            FloatText.encode(scores),
            FloatText.encode(coordinates));
    return Map.of(KEY, text);
  }

  private static byte[] levels(float[] values) {
    byte[] levels = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      levels[i] = (byte) Math.round(WHITE * values[i]);
    }
    return levels;
  }

  /**
   * @param place names the file in complaints
   * @throws DetectorFileException when it is damaged, or larger than any that is written
   */
  static Gallery parse(Map<String, String> properties, Metadata metadata, String place) {
    if (!properties.containsKey(KEY)) {
      return new Gallery(Thumbnail.shapeOf(metadata.shape()), List.of());
    }
    try {
      return parse(properties.get(KEY), metadata);
    } catch (IllegalArgumentException e) {
      throw new DetectorFileException(place + " has a wrong gallery: " + e.getMessage(), e);
    }
  }

  /** Everything that follows from the lengths is checked before the numbers are read. */
  private static Gallery parse(String text, Metadata metadata) {
    if (text.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "it has %,d characters, at most %,d were expected"
              .formatted(text.length(), MOST_CHARACTERS));
    }
    String[] parts = text.split(" ", PARTS + 1);
    if (parts.length != PARTS) {
      throw new IllegalArgumentException("it does not have %d parts".formatted(PARTS));
    }
    Shape shape = Shape.parse(parts[0]);
    int count = FloatText.count(parts[2]);
    requireFit(shape, metadata.shape(), count);
    int coordinates = FloatText.count(parts[3]) / count;
    if (coordinates > MOST_COORDINATES) {
      throw new IllegalArgumentException("it has %d coordinates a sample".formatted(coordinates));
    }
    boolean levels = isOfLevels(metadata.shape(), metadata.range());
    requireBytes("values", parts[1], (long) count * shape.size() * (levels ? 1 : Float.BYTES));
    requireBytes("scores", parts[2], (long) count * Float.BYTES);
    requireBytes("coordinates", parts[3], (long) count * coordinates * Float.BYTES);
    return of(
        shape,
        in(
            metadata.range(),
            metadata.takesGaps(),
            levels ? ofLevels(parts[1]) : FloatText.decode(parts[1])),
        in(NUMBERS, false, FloatText.decode(parts[2])),
        in(NUMBERS, false, FloatText.decode(parts[3])));
  }

  private static void requireFit(Shape shape, Shape sample, int count) {
    boolean small = shape.rank() == sample.rank();
    for (int i = 0; small && i < shape.rank(); i++) {
      small = shape.dimensions().get(i) <= sample.dimensions().get(i);
    }
    if (!small) {
      throw new IllegalArgumentException(
          "its thumbnails of %s do not fit samples of %s".formatted(shape, sample));
    }
    if (count < 1 || count > MOST_SAMPLES || (long) count * shape.size() > MOST_VALUES) {
      throw new IllegalArgumentException(
          "it has %,d samples of %s, at most %,d with %,d values were expected"
              .formatted(count, shape, MOST_SAMPLES, MOST_VALUES));
    }
  }

  private static void requireBytes(String name, String text, long expected) {
    if (FloatText.bytes(text) != expected) {
      throw new IllegalArgumentException(
          "its %s have %,d bytes, %,d were expected"
              .formatted(name, FloatText.bytes(text), expected));
    }
  }

  private static float[] ofLevels(String text) {
    byte[] levels = Base64.getDecoder().decode(text);
    float[] values = new float[levels.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (levels[i] & 0xff) / WHITE;
    }
    return values;
  }

  private static float[] in(Range range, boolean gaps, float[] numbers) {
    for (float number : numbers) {
      boolean isGap = gaps && Float.isNaN(number);
      if (!isGap && !(number >= range.min() && number <= range.max())) {
        throw new IllegalArgumentException("it has the number " + number);
      }
    }
    return numbers;
  }

  private static Gallery of(Shape shape, float[] values, float[] scores, float[] coordinates) {
    int size = shape.size();
    int width = coordinates.length / scores.length;
    List<Sample> samples = new ArrayList<>(scores.length);
    for (int i = 0; i < scores.length; i++) {
      samples.add(
          new Sample(
              Arrays.copyOfRange(values, i * size, (i + 1) * size),
              scores[i],
              Arrays.copyOfRange(coordinates, i * width, (i + 1) * width)));
    }
    return new Gallery(shape, samples);
  }
}
