package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.table.Column;
import java.util.List;

/**
 * Several data sets of one shape after one another, such as TRAIN and TEST of one archive. A label
 * that only some of them know counts in all.
 */
public final class Concatenation implements Dataset {

  private final List<Dataset> parts;
  private final Header header;

  private Concatenation(List<Dataset> parts, Header header) {
    this.parts = parts;
    this.header = header;
  }

  /**
   * @throws DataException when the shapes or ranges differ
   */
  public static Dataset of(String name, List<? extends Dataset> parts) {
    Dataset first = parts.get(0);
    for (Dataset part : parts) {
      if (!part.shape().equals(first.shape()) || !part.range().equals(first.range())) {
        throw new DataException(
            "%s (%s, values %s) cannot follow %s (%s, values %s); use sets of one kind"
                .formatted(
                    part.name(),
                    part.shape(),
                    part.range(),
                    first.name(),
                    first.shape(),
                    first.range()));
      }
    }
    long size = parts.stream().mapToLong(Dataset::size).sum();
    Header header = new Header(name, first.shape(), first.range(), size, labelNames(parts));
    return new Concatenation(List.copyOf(parts), header);
  }

  private static List<String> labelNames(List<? extends Dataset> parts) {
    List<String> first = parts.get(0).labelNames();
    return parts.stream().allMatch(part -> part.labelNames().equals(first))
        ? first
        : parts.stream()
            .flatMap(part -> part.labelNames().stream())
            .distinct()
            .sorted(LabelText.ORDER)
            .toList();
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public Cursor open() {
    return new Cursor() {
      private int part = 0;
      private Cursor cursor = parts.get(0).open();
      private int[] labels = labelsOf(0);

      @Override
      public boolean next(float[] target, int offset) {
        while (!cursor.next(target, offset)) {
          if (part + 1 == parts.size()) {
            return false;
          }
          cursor.close();
          cursor = parts.get(++part).open();
          labels = labelsOf(part);
        }
        return true;
      }

      @Override
      public int label() {
        return cursor.label() < 0 ? NO_LABEL : labels[cursor.label()];
      }

      @Override
      public void close() {
        cursor.close();
      }
    };
  }

  /** Those of all parts; else a number would mean one thing here and another there. */
  @Override
  public List<Column> columns() {
    List<Column> first = parts.get(0).columns();
    return parts.stream().allMatch(part -> part.columns().equals(first)) ? first : List.of();
  }

  @Override
  public List<String> passedOver() {
    return parts.stream().flatMap(part -> part.passedOver().stream()).toList();
  }

  @Override
  public List<String> remarks() {
    return parts.stream().flatMap(part -> part.remarks().stream()).distinct().toList();
  }

  /** A sample that has only a number is called by its position in the whole. */
  @Override
  public String sampleName(long index) {
    long start = 0;
    int part = 0;
    while (index - start >= parts.get(part).size()) {
      start += parts.get(part++).size();
    }
    String name = parts.get(part).sampleName(index - start);
    return name.equals(Long.toString(index - start)) ? Long.toString(index) : name;
  }

  /** For each label of a part, its number in the whole. */
  private int[] labelsOf(int part) {
    return parts.get(part).labelNames().stream().mapToInt(labelNames()::indexOf).toArray();
  }
}
