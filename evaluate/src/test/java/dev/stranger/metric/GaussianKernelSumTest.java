package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GaussianKernelSumTest {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FAR_FROM_ZERO")
  void equalsTheQuadraticSum(RandomScores shape) {
    for (long seed = 0; seed < 15; seed++) {
      Random random = new Random(seed);
      double[] x = RandomScores.sorted(shape.draw(random, 1 + random.nextInt(300)));
      double[] y = RandomScores.sorted(shape.draw(random, 1 + random.nextInt(300)));
      double scale = Math.pow(10, random.nextInt(5) - 2);
      assertThat(GaussianKernelSum.squaredDistance(x, y, scale))
          .as("%s, seed %d, scale %s", shape, seed, scale)
          .isCloseTo(quadratic(x, y, scale), within(4e-12));
    }
  }

  private static double quadratic(double[] x, double[] y, double scale) {
    return mean(x, x, scale) + mean(y, y, scale) - 2 * mean(x, y, scale);
  }

  private static double mean(double[] x, double[] y, double scale) {
    return Arrays.stream(y).map(t -> meanAt(x, t, scale)).average().orElseThrow();
  }

  private static double meanAt(double[] x, double t, double scale) {
    return Arrays.stream(x)
        .map(u -> Math.exp(-Math.pow(scale * (u - t), 2)))
        .average()
        .orElseThrow();
  }

  @Test
  void oneKernelValueIsWithinTheDerivedBoundAtEveryDistance() {
    double worst = 0;
    for (double distance = 0; distance < 9; distance += 0.003) {
      for (double start = -0.5; start < 0.5; start += 0.07) {
        double sum =
            GaussianKernelSum.squaredDistance(
                new double[] {start}, new double[] {start + distance}, 1);
        worst = Math.max(worst, Math.abs(sum - 2 * (1 - Math.exp(-distance * distance))));
      }
    }
    assertThat(worst).isLessThan(4e-12);
  }

  @Test
  void identicalSetsAreNoDistanceApart() {
    double[] x = RandomScores.sorted(RandomScores.HEAVY_TAILED.draw(1, 500));
    assertThat(GaussianKernelSum.squaredDistance(x, x, 1)).isZero();
  }

  @Test
  void farSetsAreApartByTheirOwnKernels() {
    assertThat(GaussianKernelSum.squaredDistance(new double[] {0}, new double[] {1e12}, 1))
        .isCloseTo(2, within(1e-12));
  }
}
