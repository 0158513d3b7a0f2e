package dev.stranger.train.suspect;

import dev.stranger.IndexedDataset;
import dev.stranger.prepare.TableEncoding;
import dev.stranger.prepare.TableFit;
import dev.stranger.table.Column;
import dev.stranger.train.neighbour.ValueSpace;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Samples of every kind as short rows of numbers that can be compared. Rows of a table are encoded
 * as for a detector. Samples with many values are sketched: each value is added to or taken from
 * one of a few sums, which keeps distances nearly. Of pictures and series half of the sums are of
 * differences between neighbouring values, so that noise does not look like the mean. Then numbers
 * are scaled by what the middle half of them is like, and bent in the tails. Categories stay as
 * they are encoded: as far from the others as they are rare, and no farther. Gaps of numbers do not
 * count: in real tables they are many and say little.
 *
 * @param encoding of the values of a table, or null
 * @param sketches whether samples are sketched
 * @param scale of the numbers
 */
record ComparedRows(
    boolean isTable, @Nullable TableEncoding encoding, boolean sketches, RobustScale scale) {

  /** Of a row; more would take time and tell hardly more. */
  private static final int MOST_VALUES = 128;

  /**
   * @param positions of the samples that scales are fitted to
   */
  static ComparedRows fit(IndexedDataset data, int[] positions) {
    boolean isTable = data.shape().rank() == 1;
    TableFit.Rows samples = take -> Arrays.stream(positions).mapToObj(data::sample).forEach(take);
    @Nullable TableEncoding encoding =
        isTable ? TableFit.of(columns(data), samples, TableFit.Together.ALONE) : null;
    int width = encoding == null ? data.shape().size() : encoding.width();
    boolean sketches = width > MOST_VALUES;
    ComparedRows raw = new ComparedRows(isTable, encoding, sketches, RobustScale.NONE);
    float[][] rows =
        Arrays.stream(positions)
            .mapToObj(position -> raw.plain(data.sample(position)))
            .toArray(float[][]::new);
    int scaled = encoding == null || sketches ? rows[0].length : encoding.numbers().size();
    return new ComparedRows(isTable, encoding, sketches, RobustScale.of(rows, scaled));
  }

  private static List<Column> columns(IndexedDataset data) {
    return TableFit.isTable(data) ? data.columns() : Column.numbers(data.shape().size());
  }

  float[] of(float[] sample) {
    float[] row = scale.apply(plain(sample));
    for (int i = 0; i < row.length; i++) {
      row[i] = ValueSpace.bent(row[i]);
    }
    return row;
  }

  private float[] plain(float[] sample) {
    float[] values = encoding == null ? sample : withoutFlags(encoding, encoding.apply(sample));
    return sketches ? sketch(values) : values;
  }

  private static float[] withoutFlags(TableEncoding encoding, float[] row) {
    int first = encoding.numbers().size();
    Arrays.fill(row, first, first + encoding.flags().size(), 0);
    return row;
  }

  private float[] sketch(float[] values) {
    int sums = isTable ? MOST_VALUES : MOST_VALUES / 2;
    double[] sketch = new double[MOST_VALUES];
    for (int i = 0; i < values.length; i++) {
      long random = RandomOrder.MULTIPLIER * (i + 1);
      int sum = (int) ((random >>> 33) % sums);
      double sign = random >= 0 ? 1 : -1;
      sketch[sum] += sign * values[i];
      if (!isTable && i > 0) {
        sketch[sums + sum] += sign * (values[i] - values[i - 1]);
      }
    }
    float[] row = new float[sketch.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) sketch[i];
    }
    return row;
  }
}
