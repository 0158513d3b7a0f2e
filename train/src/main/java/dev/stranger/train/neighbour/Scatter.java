package dev.stranger.train.neighbour;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** How far normal samples lie from their nearest neighbours among normal samples. */
final class Scatter {

  /** Samples that are asked, evenly spread: more would not change the answer much. */
  private static final int MOST_ASKED = 1000;

  private static final double QUANTILE = 0.95;

  private Scatter() {}

  /**
   * The mean distance to the nearest others that 95 % of the samples do not exceed. Takes
   * milliseconds for each thousand of the rows.
   */
  static double of(DMatrixRMaj rows, int neighbours) {
    int asked = Math.min(rows.numRows, MOST_ASKED);
    double[] distances =
        IntStream.range(0, asked)
            .parallel()
            .mapToDouble(i -> distance(rows, (int) ((long) i * rows.numRows / asked), neighbours))
            .sorted()
            .toArray();
    return distances[(int) (QUANTILE * (asked - 1))];
  }

  private static double distance(DMatrixRMaj rows, int of, int neighbours) {
    double[] nearest = new double[Math.min(neighbours, rows.numRows - 1)];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    for (int row = 0; row < rows.numRows; row++) {
      double square = row == of ? Double.POSITIVE_INFINITY : squaredDistance(rows, of, row);
      for (int i = 0; i < nearest.length && square < Double.POSITIVE_INFINITY; i++) {
        if (square < nearest[i]) { // the one that was here moves on
          double other = nearest[i];
          nearest[i] = square;
          square = other;
        }
      }
    }
    return Arrays.stream(nearest).map(Math::sqrt).average().orElse(0);
  }

  private static double squaredDistance(DMatrixRMaj rows, int a, int b) {
    double sum = 0;
    for (int column = 0; column < rows.numCols; column++) {
      double way = rows.data[a * rows.numCols + column] - rows.data[b * rows.numCols + column];
      sum += way * way;
    }
    return sum;
  }
}
