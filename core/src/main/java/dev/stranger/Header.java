package dev.stranger;

import java.util.List;

/**
 * What is known of a data set before its samples are read.
 *
 * @param name what reports and error messages call the set
 * @param shape of every sample
 * @param range every value lies in
 * @param size number of samples
 * @param labelNames label {@code i} of a sample means {@code labelNames.get(i)}; empty when the
 *     samples have no labels
 */
public record Header(String name, Shape shape, Range range, long size, List<String> labelNames) {

  public Header {
    labelNames = List.copyOf(labelNames);
    if (size < 1) {
      throw new DataException(name + " has no samples; choose another file, part or column");
    }
  }

  public Header withName(String name) {
    return new Header(name, shape, range, size, labelNames);
  }

  public Header withSize(long size) {
    return new Header(name, shape, range, size, labelNames);
  }

  public Header withValues(Shape shape, Range range) {
    return new Header(name, shape, range, size, labelNames);
  }
}
