package dev.stranger;

import java.util.List;

/**
 * Why a sample got its score: what each statistic adds to it, and where the detector would have
 * expected other values.
 *
 * @param reasons what the score is made of
 * @param reconstruction what the detector makes of the sample, in its shape
 * @param residual how far each value is from its reconstruction, squared; in deviations of its
 *     column or channel where the detector measures in those
 */
public record Explanation(Reasons reasons, float[] reconstruction, float[] residual) {

  /**
   * With the residual of the sample.
   *
   * @param deviations of each column of a table, or channel, in which differences are measured; or
   *     none, when all values are on one scale
   */
  public static Explanation of(
      Reasons reasons, float[] sample, float[] reconstruction, List<Float> deviations) {
    float[] residual = new float[sample.length];
    for (int i = 0; i < residual.length; i++) {
      float unit =
          deviations.isEmpty() ? 1 : deviations.get(i / (sample.length / deviations.size()));
      float difference = (sample[i] - reconstruction[i]) / unit;
      residual[i] = difference * difference;
    }
    return new Explanation(reasons, reconstruction, residual);
  }
}
