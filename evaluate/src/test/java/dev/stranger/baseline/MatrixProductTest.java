package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MatrixProductTest {

  private static double[][] random(int rows, int columns, Random random) {
    double[][] matrix = new double[rows][columns];
    for (double[] row : matrix) {
      for (int i = 0; i < columns; i++) {
        row[i] = random.nextGaussian();
      }
    }
    return matrix;
  }

  @Test
  void addsTheSumOverRowsTimesColumns() {
    Random random = new Random(3);
    for (int depth : new int[] {1, 3, 4, 63, 64, 65, 130}) {
      double[][] a = random(5, depth, random);
      double[][] b = random(depth, 7, random);
      double[][] c = new double[5][7];
      c[4][6] = 100;
      MatrixProduct.add(a, b, c);
      for (int row = 0; row < 5; row++) {
        for (int column = 0; column < 7; column++) {
          double sum = row == 4 && column == 6 ? 100 : 0;
          for (int i = 0; i < depth; i++) {
            sum += a[row][i] * b[i][column];
          }
          assertThat(c[row][column]).as("depth %d", depth).isCloseTo(sum, within(1e-12));
        }
      }
    }
  }
}
