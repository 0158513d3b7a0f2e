package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class ClassGaussiansTest {

  private static final int WIDTH = 5;
  private static final int CLASSES = 3;
  private static final long SEED = 3;

  private final Random random = new Random(SEED);

  private DMatrixRMaj randomMatrix(int rows, int columns) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, columns);
    for (int i = 0; i < matrix.data.length; i++) {
      matrix.data[i] = 3 * random.nextGaussian();
    }
    return matrix;
  }

  /** By the definition: with the inverse of the covariance, over all classes. */
  private static double distance(DMatrixRMaj means, DMatrixRMaj covariance, DMatrixRMaj z) {
    DMatrixRMaj inverse = covariance.copy();
    double added = 1e-3 * CommonOps_DDRM.trace(covariance) / WIDTH;
    for (int i = 0; i < WIDTH; i++) {
      inverse.add(i, i, added);
    }
    CommonOps_DDRM.invert(inverse);
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < CLASSES; k++) {
      DMatrixRMaj difference = new DMatrixRMaj(1, WIDTH);
      CommonOps_DDRM.subtract(z, CommonOps_DDRM.extractRow(means, k, null), difference);
      DMatrixRMaj product = new DMatrixRMaj(1, WIDTH);
      CommonOps_DDRM.mult(difference, inverse, product);
      least = Math.min(least, CommonOps_DDRM.dot(product, difference));
    }
    return least;
  }

  @Test
  void distanceAndGradientAreThoseOfTheNearestClass() {
    DMatrixRMaj means = randomMatrix(CLASSES, WIDTH);
    DMatrixRMaj root = randomMatrix(WIDTH, WIDTH);
    DMatrixRMaj covariance = new DMatrixRMaj(WIDTH, WIDTH);
    CommonOps_DDRM.multTransB(root, root, covariance);
    ClassGaussians gaussians = GaussianFit.of(means, covariance);
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", WIDTH);
    graph.output("distance", gaussians.writeDistance(graph, x), 1);
    graph.output("gradient", gaussians.writeHalfGradient(graph, x), WIDTH);
    for (int round = 0; round < 50; round++) {
      DMatrixRMaj z = randomMatrix(1, WIDTH);
      float[] values = new float[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        values[i] = (float) z.data[i];
        z.data[i] = values[i];
      }
      String place = "round %d, seed %d".formatted(round, SEED);
      assertThat((double) OnnxRun.of(graph, "distance", values, 1, WIDTH)[0])
          .as(place)
          .isCloseTo(distance(means, covariance, z), Percentage.withPercentage(0.01));
      float[] gradient = OnnxRun.of(graph, "gradient", values, 1, WIDTH);
      DMatrixRMaj ahead = z.copy();
      ahead.data[round % WIDTH] += 1e-6;
      double slope = (distance(means, covariance, ahead) - distance(means, covariance, z)) / 1e-6;
      assertThat(2.0 * gradient[round % WIDTH])
          .as(place)
          .isCloseTo(slope, Percentage.withPercentage(1));
    }
  }

  @Test
  void featuresThatDoNotVaryAreRefused() {
    DMatrixRMaj means = randomMatrix(CLASSES, WIDTH);
    assertThatThrownBy(() -> GaussianFit.of(means, new DMatrixRMaj(WIDTH, WIDTH)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("do not vary within its classes");
  }
}
