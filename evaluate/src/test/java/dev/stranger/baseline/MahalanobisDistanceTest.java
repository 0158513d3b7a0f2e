package dev.stranger.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class MahalanobisDistanceTest {

  private static final double[][] ROTATION_AND_SCALE = {
    {1.8, -2.4, 0}, {2.4, 1.8, 0}, {0, 0, 3},
  };
  private static final double[][] SHEAR = {{1, 1, 0}, {0, 1, 0.5}, {0, 0, -1}};

  private final float[][] training = Clouds.samples(20_000, 3, 11);
  private final MahalanobisDistance distance = MahalanobisDistance.fit(Clouds.dataset(training));

  private static float[] map(double[][] matrix, float[] sample) {
    float[] result = new float[sample.length];
    for (int row = 0; row < result.length; row++) {
      double sum = 7;
      for (int i = 0; i < sample.length; i++) {
        sum += matrix[row][i] * sample[i];
      }
      result[row] = (float) sum;
    }
    return result;
  }

  private MahalanobisDistance fitMapped(double[][] matrix) {
    return MahalanobisDistance.fit(
        Clouds.dataset(
            Arrays.stream(training).map(sample -> map(matrix, sample)).toArray(float[][]::new)));
  }

  private void assertSame(double[][] matrix, Percentage tolerance) {
    MahalanobisDistance mapped = fitMapped(matrix);
    for (float[] sample : Clouds.samples(50, 3, 12)) {
      assertThat(mapped.score(map(matrix, sample))).isCloseTo(distance.score(sample), tolerance);
    }
  }

  @Test
  void itCountsStandardDeviations() {
    assertThat(distance.score(new float[] {4, 0, 0})).isCloseTo(4, Percentage.withPercentage(3));
    assertThat(distance.score(new float[] {0, 8, 0})).isCloseTo(4, Percentage.withPercentage(3));
    assertThat(distance.score(new float[] {0, 0, -12})).isCloseTo(4, Percentage.withPercentage(3));
  }

  @Test
  void rotatedAndScaledSamplesHaveTheSameDistances() {
    assertSame(ROTATION_AND_SCALE, Percentage.withPercentage(1e-3));
  }

  @Test
  void anyInvertibleMapOfManySamplesLeavesTheirDistances() {
    assertSame(SHEAR, Percentage.withPercentage(1));
  }

  @Test
  void aValueThatNeverChangedIsStrangeButNotInfinitelySo() {
    float[][] black = Clouds.samples(500, 3, 1);
    Arrays.stream(black).forEach(sample -> sample[0] = 0);
    MahalanobisDistance fit = MahalanobisDistance.fit(Clouds.dataset(black));
    double speck = fit.score(new float[] {2, 0, 0});
    assertThat(speck).isGreaterThan(fit.score(new float[] {0, 4, 6})).isLessThan(1e3);
  }

  @Test
  void samplesWithoutAnyVarianceHaveThePlainDistance() {
    MahalanobisDistance fit =
        MahalanobisDistance.fit(Clouds.dataset(new float[] {2, 2}, new float[] {2, 2}));
    assertThat(fit.score(new float[] {5, 6})).isCloseTo(5, within(1e-12));
  }

  @Test
  void oppositeSamplesDoNotMakeOthersInfinitelyStrange() {
    MahalanobisDistance fit =
        MahalanobisDistance.fit(Clouds.dataset(new float[] {1, 0}, new float[] {-1, 0}));
    assertThat(fit.score(new float[] {1, 0})).isCloseTo(1, within(1e-6));
    assertThat(fit.score(new float[] {0, 1})).isBetween(100.0, 1e4);
  }
}
