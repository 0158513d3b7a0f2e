package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.junit.jupiter.api.Test;

class MinimumCovarianceDeterminantTest {

  private static final int SIZE = 4;
  private static final double[] MEAN = {0, 0, 0, 3};
  private static final DMatrixRMaj COVARIANCE =
      new DMatrixRMaj(new double[][] {{1, 1, 0, 0}, {1, 1.25, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 4}});

  /** Normal points, the first two coordinates of which go together. */
  private static double[][] points(int count, long seed) {
    Random random = new Random(seed);
    double[][] points = new double[count][SIZE];
    for (double[] point : points) {
      Arrays.setAll(point, i -> random.nextGaussian());
      point[1] = point[0] + 0.5 * point[1];
      point[3] = 3 + 2 * point[3];
    }
    return points;
  }

  /** The first fifth of the points moved together to where the normal ones never are. */
  private static double[][] contaminated(int count, long seed) {
    double[][] points = points(count, seed);
    for (int i = 0; i < count / 5; i++) {
      points[i][0] += 5;
      points[i][1] -= 5;
    }
    return points;
  }

  private static double error(Ellipsoid found) {
    DMatrixRMaj difference = new DMatrixRMaj(SIZE, SIZE);
    CommonOps_DDRM.subtract(found.covariance(), COVARIANCE, difference);
    double sum = NormOps_DDRM.normF(difference);
    for (int i = 0; i < SIZE; i++) {
      sum += Math.abs(found.mean()[i] - MEAN[i]);
    }
    return sum;
  }

  @Test
  void aFifthOfOutliersHardlyMovesTheEstimate() {
    for (long seed = 0; seed < 5; seed++) {
      double[][] points = contaminated(1000, seed);
      double plain = error(Ellipsoid.of(points));
      double robust = error(MinimumCovarianceDeterminant.of(points, 0.25, seed));
      assertThat(robust)
          .as("seed %d, plain estimate off by %s", seed, plain)
          .isLessThan(plain / 10);
    }
  }

  @Test
  void outliersAreBeyondTheCutAndNormalPointsAlmostNever() {
    double cut = MinimumCovarianceDeterminant.cut(SIZE);
    for (long seed = 0; seed < 5; seed++) {
      double[][] points = contaminated(2000, seed);
      Ellipsoid most = MinimumCovarianceDeterminant.of(points, 0.25, seed);
      assertThat(within(most, cut, points, 0, 400)).as("outliers, seed %d", seed).isZero();
      assertThat(within(most, cut, points, 400, 2000))
          .as("normal points, seed %d", seed)
          .isCloseTo(0.975, Offset.offset(0.015));
    }
  }

  @Test
  void withoutOutliersAlmostAllPointsAreWithinTheCut() {
    double cut = MinimumCovarianceDeterminant.cut(SIZE);
    for (double contamination : new double[] {0, 0.1, 0.3, 0.5}) {
      double[][] points = points(3000, 7);
      Ellipsoid most = MinimumCovarianceDeterminant.of(points, contamination, 7);
      assertThat(within(most, cut, points, 0, 3000))
          .as("contamination %s", contamination)
          .isCloseTo(0.975, Offset.offset(0.012));
    }
  }

  private static double within(Ellipsoid most, double cut, double[][] points, int from, int end) {
    return Arrays.stream(points, from, end)
            .filter(point -> most.squaredDistance(point) <= cut)
            .count()
        / (double) (end - from);
  }

  @Test
  void distancesDoNotDependOnUnitsAndAxes() {
    double[][] points = contaminated(500, 3);
    double[][] others =
        Arrays.stream(points)
            .map(p -> new double[] {10 * p[0] + p[2], 7 - p[1], p[2] + p[3], p[3]})
            .toArray(double[][]::new);
    Ellipsoid one = MinimumCovarianceDeterminant.of(points, 0.25, 3);
    Ellipsoid other = MinimumCovarianceDeterminant.of(others, 0.25, 3);
    for (int i = 0; i < points.length; i++) {
      assertThat(other.squaredDistance(others[i]))
          .as("point %d", i)
          .isCloseTo(one.squaredDistance(points[i]), Percentage.withPercentage(1));
    }
  }

  @Test
  void theSameSeedGivesTheSameEstimate() {
    double[][] points = contaminated(500, 4);
    assertThat(MinimumCovarianceDeterminant.of(points, 0.25, 1).mean())
        .isEqualTo(MinimumCovarianceDeterminant.of(points, 0.25, 1).mean());
  }

  @Test
  void coordinatesWithoutVarianceDoNoHarm() {
    double[][] flat = points(200, 5);
    for (double[] point : flat) {
      point[2] = 1;
    }
    Ellipsoid most = MinimumCovarianceDeterminant.of(flat, 0.1, 5);
    assertThat(Arrays.stream(flat).mapToDouble(most::squaredDistance)).allMatch(Double::isFinite);
    double[][] same = new double[100][SIZE];
    Ellipsoid point = MinimumCovarianceDeterminant.of(same, 0.1, 5);
    assertThat(point.squaredDistance(same[0])).isZero();
    assertThat(point.squaredDistance(new double[] {0, 0, 1, 0}))
        .isGreaterThan(MinimumCovarianceDeterminant.cut(SIZE));
  }

  @Test
  void pointsThatAreNotFiniteAreRefused() {
    double[][] points = new double[100][SIZE];
    for (double[] point : points) {
      point[1] = Double.NaN;
    }
    assertThatThrownBy(() -> MinimumCovarianceDeterminant.of(points, 0.1, 6))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("lower the learning rate");
  }
}
