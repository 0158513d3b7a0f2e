package dev.stranger.train.suspect;

import java.util.Arrays;

/**
 * Centres and scales columns of numbers by median and quartiles. Strangers that are all alike would
 * stretch a deviation until they seem near.
 */
record RobustScale(float[] centres, float[] spreads) {

  static final RobustScale NONE = new RobustScale(new float[0], new float[0]);

  /** Of a normal distribution, in deviations. */
  static final double QUARTILES_APART = 1.349;

  /** Of the deviation: most values of a column may be the same. */
  private static final double SMALLEST = 0.1;

  /**
   * @param rows at least one
   */
  static RobustScale of(float[][] rows) {
    return of(rows, rows[0].length);
  }

  /**
   * @param rows at least one
   * @param scaled how many columns are scaled, the first ones; the others stay as they are
   */
  static RobustScale of(float[][] rows, int scaled) {
    float[] centres = new float[rows[0].length];
    float[] spreads = new float[centres.length];
    Arrays.fill(spreads, 1);
    for (int i = 0; i < scaled; i++) {
      int column = i;
      double[] sorted = Arrays.stream(rows).mapToDouble(row -> row[column]).sorted().toArray();
      double quartiles = sorted[sorted.length * 3 / 4] - sorted[sorted.length / 4];
      double spread =
          quartiles > 0
              ? Math.max(quartiles / QUARTILES_APART, SMALLEST * deviation(sorted))
              : deviation(sorted);
      centres[i] = (float) sorted[sorted.length / 2];
      spreads[i] = spread > 0 ? (float) spread : 1;
    }
    return new RobustScale(centres, spreads);
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double square = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    return Math.sqrt(square);
  }

  float[] apply(float[] row) {
    float[] scaled = new float[row.length];
    for (int i = 0; i < row.length; i++) {
      scaled[i] = (row[i] - centres[i]) / spreads[i];
    }
    return scaled;
  }
}
