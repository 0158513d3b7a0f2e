package dev.stranger.baseline;

import dev.stranger.MemoryDataset;
import java.util.Arrays;

/**
 * Some references side by side, for distances to many samples at once.
 *
 * @param samples as they are, for exact distances
 * @param columns the centred samples times -2, one a column: a row for each value of a sample
 * @param squares of the lengths of the centred samples
 */
record ReferenceTile(float[][] samples, double[][] columns, double[] squares) {

  static ReferenceTile of(MemoryDataset data, int from, int to, Centre centre) {
    int size = centre.size();
    float[][] samples = new float[to - from][];
    double[][] columns = new double[size][to - from];
    double[] squares = new double[to - from];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = data.sample(from + i);
      for (int row = 0; row < size; row++) {
        double value = samples[i][row] - centre.values()[row];
        columns[row][i] = -2 * value;
        squares[i] += value * value;
      }
    }
    return new ReferenceTile(samples, columns, squares);
  }

  /** The length of the longest centred sample. */
  double longest() {
    return Math.sqrt(Arrays.stream(squares).max().orElseThrow());
  }

  /**
   * For each centred sample a and each reference b their squared distance less {@code |a|^2}, but
   * for rounding: {@code |b|^2 - 2ab}.
   */
  double[][] compare(double[][] centred) {
    double[][] results = new double[centred.length][];
    for (int i = 0; i < results.length; i++) {
      results[i] = squares.clone();
    }
    MatrixProduct.add(centred, columns, results);
    return results;
  }

  /** The exact squared distance of a reference to the sample that starts at {@code offset}. */
  double squaredDistance(int index, float[] batch, int offset) {
    float[] reference = samples[index];
    double sum = 0;
    for (int i = 0; i < reference.length; i++) {
      double difference = (double) batch[offset + i] - reference[i];
      sum += difference * difference;
    }
    return sum;
  }
}
