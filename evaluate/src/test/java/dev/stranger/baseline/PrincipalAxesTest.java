package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.junit.jupiter.api.Test;

class PrincipalAxesTest {

  /** One in a thousand covariances like this one is too much for EJML's iterations. */
  private static final long HARD = 11971;

  /** Of a few sparse samples, as rectifiers make them: most variances are zero. */
  private static DMatrixRMaj covariance(long seed) {
    Random random = new Random(seed);
    int samples = 5 + random.nextInt(60);
    int width = samples + 2 + random.nextInt(200);
    DMatrixRMaj rows = new DMatrixRMaj(samples, width);
    for (int column = 0; column < width; column++) {
      random.nextInt(3);
      double scale = Math.exp(random.nextGaussian());
      double mean = 0;
      for (int row = 0; row < samples; row++) {
        rows.set(row, column, (float) Math.max(0, (random.nextGaussian() - 2) * scale));
        mean += rows.get(row, column) / samples;
      }
      for (int row = 0; row < samples; row++) {
        rows.add(row, column, -mean);
      }
    }
    DMatrixRMaj covariance = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multTransA(1.0 / samples, rows, rows, covariance);
    return covariance;
  }

  @Test
  void areFoundWhereTheIterationsDoNotEnd() {
    DMatrixRMaj covariance = covariance(HARD);
    int width = covariance.numRows;
    assertThat(DecompositionFactory_DDRM.eig(width, true, true).decompose(covariance.copy()))
        .as("found without help")
        .isFalse();
    requireAxes(covariance, PrincipalAxes.of(covariance));
  }

  @Test
  void areThoseOfTheCovariance() {
    for (long seed = 0; seed < 20; seed++) {
      DMatrixRMaj covariance = covariance(seed);
      requireAxes(covariance, PrincipalAxes.of(covariance));
    }
  }

  private static void requireAxes(DMatrixRMaj covariance, PrincipalAxes axes) {
    int width = covariance.numRows;
    double rounding = 1e-12 * CommonOps_DDRM.trace(covariance);
    DMatrixRMaj directions = new DMatrixRMaj(axes.directions());
    DMatrixRMaj products = new DMatrixRMaj(width, width);
    CommonOps_DDRM.multTransB(directions, directions, products);
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        assertThat(products.get(i, j)).isCloseTo(i == j ? 1 : 0, within(1e-10));
      }
      DMatrixRMaj image = new DMatrixRMaj(width, 1);
      CommonOps_DDRM.mult(covariance, new DMatrixRMaj(axes.directions()[i]), image);
      for (int j = 0; j < width; j++) {
        assertThat(image.get(j))
            .isCloseTo(axes.variances()[i] * axes.directions()[i][j], within(rounding));
      }
    }
    double[] ascending = axes.variances().clone();
    Arrays.sort(ascending);
    for (int i = 0; i < width; i++) {
      assertThat(axes.variances()[i]).isEqualTo(ascending[width - 1 - i]);
    }
  }

  @Test
  void ofValuesThatAreNotFiniteThereAreNone() {
    DMatrixRMaj covariance = covariance(0);
    covariance.set(0, 0, Double.NaN);
    assertThatThrownBy(() -> PrincipalAxes.of(covariance)).isInstanceOf(ArithmeticException.class);
  }
}
