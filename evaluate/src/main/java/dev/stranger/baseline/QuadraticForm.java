package dev.stranger.baseline;

import java.util.function.DoubleUnaryOperator;

/**
 * {@code base |x|^2 + sum of weight_i (x v_i)^2} of centred samples x: some directions v count
 * differently from all others. Time is linear in the number of those.
 *
 * @param directions one a column: a row for each value of a sample
 */
record QuadraticForm(Centre centre, double[][] directions, double[] weights, double base) {

  /**
   * @param rank how many directions count differently: those of the largest variances
   * @param weight of a direction by its variance
   */
  static QuadraticForm of(
      PrincipalComponents components, int rank, double base, DoubleUnaryOperator weight) {
    double[][] directions = new double[components.mean().size()][rank];
    double[] weights = new double[rank];
    for (int i = 0; i < rank; i++) {
      weights[i] = weight.applyAsDouble(components.variances()[i]) - base;
      for (int row = 0; row < directions.length; row++) {
        directions[row][i] = components.directions()[i][row];
      }
    }
    return new QuadraticForm(components.mean(), directions, weights, base);
  }

  int sampleSize() {
    return directions.length;
  }

  /** How many directions count differently. */
  int rank() {
    return weights.length;
  }

  /** At least zero: with nothing but rounding left of a sample, the sum may fall below. */
  double[] of(float[] samples, int count) {
    double[] results = new double[count];
    centre.forEachBlock(
        samples,
        count,
        (first, block) -> {
          double[][] projections = new double[block.length][weights.length];
          MatrixProduct.add(block, directions, projections);
          for (int i = 0; i < block.length; i++) {
            results[first + i] = Math.max(0, sum(block[i], projections[i]));
          }
        });
    return results;
  }

  private double sum(double[] sample, double[] projections) {
    double sum = base * MatrixProduct.square(sample);
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * projections[i] * projections[i];
    }
    return sum;
  }
}
