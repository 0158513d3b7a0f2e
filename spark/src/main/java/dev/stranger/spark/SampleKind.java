package dev.stranger.spark;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.io.Serializable;
import java.util.List;

/**
 * What samples of a table are, sent to the tasks that train.
 *
 * @param name of the data, for the detector's card and in complaints
 * @param shape as text
 * @param columns names of the values, or empty
 */
record SampleKind(String name, String shape, float min, float max, List<String> columns)
    implements Serializable {

  static SampleKind of(String name, Shape shape, Range range, List<String> columns) {
    return new SampleKind(name, shape.toString(), range.min(), range.max(), columns);
  }

  int size() {
    return Shape.parse(shape).size();
  }

  /** Rows as a set; they are kept, not copied. */
  Dataset dataset(List<float[]> rows) {
    Header header =
        new Header(name, Shape.parse(shape), new Range(min, max), rows.size(), List.of());
    return new Rows(header, columns, rows);
  }

  private record Rows(Header header, List<String> columns, List<float[]> rows) implements Dataset {

    @Override
    public Cursor open() {
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          if (next == rows.size()) {
            return false;
          }
          float[] row = rows.get(next++);
          System.arraycopy(row, 0, target, offset, row.length);
          return true;
        }

        @Override
        public int label() {
          return NO_LABEL;
        }

        @Override
        public void close() {}
      };
    }
  }
}
