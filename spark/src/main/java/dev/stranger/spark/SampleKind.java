package dev.stranger.spark;

import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.table.Column;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * What the samples of a table are, sent to the tasks that train.
 *
 * @param columns of the table, or empty
 */
record SampleKind(Shape shape, List<Column> columns) implements Serializable {

  /** What complaints and the detector's card call them. */
  static final String NAME = "rows";

  /** Some of them, which are read once. */
  Dataset dataset(Iterator<float[]> rows, long size) {
    Range range = shape.isImage() ? Range.UNIT : Range.ANY;
    return new PassingRows(new Header(NAME, shape, range, size, List.of()), columns, rows);
  }
}
