package dev.stranger;

import dev.stranger.series.Windowed;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data set held in memory, for random access and for sets made by a program. Samples whose values
 * are all among the 256 levels of a picture in [0,1] are read into a byte a value.
 */
public final class MemoryDataset implements IndexedDataset {

  /** The longest array that every Java machine gives. */
  private static final int MAX_COUNT = Integer.MAX_VALUE - 8;

  private final Header header;

  /** Each a {@code float[]}, or a {@code byte[]} of levels. */
  private final Object[] samples;

  private final int[] labels;
  private final List<Column> columns;

  /** Where the samples were read, which knows their names; null when a program made them. */
  private final @Nullable Dataset source;

  private MemoryDataset(
      Header header,
      Object[] samples,
      int[] labels,
      List<Column> columns,
      @Nullable Dataset source) {
    this.header = header;
    this.samples = samples;
    this.labels = labels;
    this.columns = List.copyOf(columns);
    this.source = source;
  }

  /**
   * Unlabelled samples. The arrays are kept, not copied: do not change them afterwards.
   *
   * @throws DataException when a sample has another size than the shape, or a value outside of the
   *     range
   */
  public static MemoryDataset of(String name, Shape shape, Range range, float[]... samples) {
    return of(new Header(name, shape, range, samples.length, List.of()), List.of(), samples);
  }

  /**
   * The unlabelled rows of a table. The arrays are kept, not copied: do not change them afterwards.
   *
   * @param rows where {@code NaN} is a gap
   * @throws DataException when a row has another size than there are columns, or an infinite value
   */
  public static MemoryDataset of(String name, List<Column> columns, float[]... rows) {
    Shape shape = Shape.of(columns.size());
    return of(new Header(name, shape, Range.ANY, rows.length, List.of()), columns, rows);
  }

  private static MemoryDataset of(Header header, List<Column> columns, float[][] samples) {
    for (int i = 0; i < samples.length; i++) {
      check(header, i, samples[i], !columns.isEmpty());
    }
    int[] labels = new int[samples.length];
    Arrays.fill(labels, Cursor.NO_LABEL);
    return new MemoryDataset(header, samples, labels, columns, null);
  }

  private static void check(Header header, int index, float[] sample, boolean mayHaveGaps) {
    String name = header.name();
    Shape shape = header.shape();
    Range range = header.range();
    if (sample.length != shape.size()) {
      throw new DataException(
          "sample %d of %s has %s, shape %s needs %d"
              .formatted(index, name, Plural.of(sample.length, "value"), shape, shape.size()));
    }
    for (float value : sample) {
      boolean isGap = mayHaveGaps && Float.isNaN(value);
      if (!isGap && !(value >= range.min() && value <= range.max())) {
        throw new DataException(
            "sample %d of %s has the value %s, outside of %s".formatted(index, name, value, range));
      }
    }
  }

  static MemoryDataset of(Dataset source) {
    int count = count(source);
    Object[] samples = new Object[count];
    int[] labels = new int[count];
    float[] sample = new float[source.shape().size()];
    try (Cursor cursor = source.open()) {
      for (int i = 0; i < count; i++) {
        requireNext(source, cursor, sample, i);
        byte @Nullable [] levels = ByteLevels.of(sample);
        samples[i] = levels == null ? sample.clone() : levels;
        labels[i] = cursor.label();
      }
    }
    return new MemoryDataset(source.header(), samples, labels, source.columns(), source);
  }

  /** How many samples there are, where that is a number of an array. */
  static int count(Dataset source) {
    if (source.size() > MAX_COUNT) {
      throw new DataException(
          "%s has %d samples, memory takes at most %d; choose a part of it"
              .formatted(source.name(), source.size(), MAX_COUNT));
    }
    return (int) source.size();
  }

  /** Reads the sample at an index, which must be there. */
  static void requireNext(Dataset source, Cursor cursor, float[] sample, int index) {
    if (!cursor.next(sample, 0)) {
      throw new DataException(
          "%s ends after %d of %d samples".formatted(source.name(), index, source.size()));
    }
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public @Nullable Windowed windows() {
    return source == null ? null : source.windows();
  }

  @Override
  public String resizedFrom() {
    return source == null ? "" : source.resizedFrom();
  }

  @Override
  public List<String> passedOver() {
    return source == null ? List.of() : source.passedOver();
  }

  @Override
  public List<String> remarks() {
    return source == null ? List.of() : source.remarks();
  }

  @Override
  public String sampleName(long index) {
    return source == null ? Long.toString(index) : source.sampleName(index);
  }

  @Override
  public float[] sample(int index) {
    if (samples[index] instanceof float[] values) {
      return values;
    }
    float[] values = new float[shape().size()];
    copy(index, values, 0);
    return values;
  }

  @Override
  public byte @Nullable [] levels(int index) {
    return samples[index] instanceof byte[] levels ? levels : ByteLevels.of(sample(index));
  }

  @Override
  public void copy(int index, float[] target, int offset) {
    if (samples[index] instanceof byte[] levels) {
      ByteLevels.put(levels, 0, levels.length, target, offset);
    } else {
      float[] values = (float[]) samples[index];
      System.arraycopy(values, 0, target, offset, values.length);
    }
  }

  @Override
  public int label(int index) {
    return labels[index];
  }

  @Override
  public MemoryDataset inMemory() {
    return this;
  }
}
