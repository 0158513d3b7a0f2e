package dev.stranger;

import dev.stranger.table.Column;
import java.util.List;

/**
 * What a detector makes of a sample: where it would have expected other values.
 *
 * @param values in the shape of the sample; not copied
 * @param residual how far each value of the sample is from these, squared; in deviations of its
 *     column or channel where the detector measures in those; not copied
 */
public record Reconstruction(float[] values, float[] residual) {

  /**
   * With the residual of the sample.
   *
   * @param deviations of each column of a table, or channel, in which differences are measured; or
   *     none, when all values are on one scale
   * @param columns of a table, or none: a gap, and a category that is another than expected, count
   *     as one deviation
   */
  public static Reconstruction of(
      float[] sample, float[] values, List<Float> deviations, List<Column> columns) {
    float[] residual = new float[sample.length];
    for (int i = 0; i < residual.length; i++) {
      float unit =
          deviations.isEmpty() ? 1 : deviations.get(i / (sample.length / deviations.size()));
      float difference = (sample[i] - values[i]) / unit;
      boolean isCategory =
          columns.size() == sample.length && columns.get(i).kind() == Column.Kind.CATEGORY;
      boolean isOne = Float.isNaN(difference) || isCategory && difference != 0;
      residual[i] = isOne ? 1 : difference * difference;
    }
    return new Reconstruction(values, residual);
  }
}
