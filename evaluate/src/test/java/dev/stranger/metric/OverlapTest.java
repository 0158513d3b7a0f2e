package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OverlapTest {

  @ParameterizedTest
  @EnumSource(names = {"NORMAL", "TIED"})
  void equalsTheDirectSumOnTheGrid(RandomScores shape) {
    for (long seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      StandardScores scores =
          new StandardScores(
              RandomScores.sorted(shape.draw(random, 200)),
              RandomScores.sorted(RandomScores.shifted(shape.draw(random, 100), 1)));
      assertThat(Overlap.of(scores))
          .as("%s, seed %d", shape, seed)
          .isCloseTo(direct(scores.in(), scores.out()), within(1e-10));
    }
  }

  private static double direct(double[] x, double[] y) {
    double hx = Bandwidth.nrd0(x);
    double hy = Bandwidth.nrd0(y);
    double low = Math.min(x[0] - 3 * hx, y[0] - 3 * hy);
    double high = Math.max(x[x.length - 1] + 3 * hx, y[y.length - 1] + 3 * hy);
    double step = (high - low) / 1023;
    double sum = 0;
    for (int i = 0; i < 1024; i++) {
      double t = low + i * step;
      sum += (i == 0 || i == 1023 ? 0.5 : 1) * Math.min(density(x, t, hx), density(y, t, hy));
    }
    return sum * step;
  }

  private static double density(double[] x, double t, double h) {
    double sum = 0;
    for (double u : x) {
      sum += Math.exp(-0.5 * (u - t) * (u - t) / (h * h));
    }
    return sum / (x.length * h * Math.sqrt(2 * Math.PI));
  }

  @Test
  void twoNormalSetsOverlapAsTheoryPredicts() {
    double[] in = RandomScores.NORMAL.draw(1, 50_000);
    double[] out = RandomScores.shifted(RandomScores.NORMAL.draw(2, 50_000), 2);
    // 2 * Phi(-1)
    assertThat(DistributionMetrics.of(in, out).overlap()).isCloseTo(0.3173, within(0.01));
  }

  @Test
  void aFarOutlierDoesNotSpoilTheGrid() {
    double[] in = RandomScores.NORMAL.draw(1, 5_000);
    double[] out = RandomScores.NORMAL.draw(2, 5_000);
    double calm = DistributionMetrics.of(in, out).overlap();
    for (double outlier : new double[] {-1e9, -1e4, 1e4, 1e9}) {
      out[0] = outlier;
      assertThat(DistributionMetrics.of(in, out).overlap())
          .as("outlier %s", outlier)
          .isCloseTo(calm, within(2e-3));
    }
  }

  @Test
  void bandwidthFollowsTheRuleOfThumb() {
    double[] sorted = {0, 1, 2, 3, 4};
    assertThat(Bandwidth.nrd0(sorted))
        .isCloseTo(0.9 * (2 / 1.34) * Math.pow(5, -0.2), within(1e-12));
  }

  @Test
  void bandwidthFallsBackToDeviationThenSizeThenOne() {
    double[] noQuartiles = new double[100];
    noQuartiles[99] = 10;
    double shrink = 0.9 * Math.pow(100, -0.2);
    assertThat(Bandwidth.nrd0(noQuartiles)).isCloseTo(shrink, within(1e-12)); // its deviation is 1
    double[] equal = new double[100];
    Arrays.fill(equal, 0.7);
    assertThat(Bandwidth.nrd0(equal)).isCloseTo(0.7 * shrink, within(1e-12));
    assertThat(Bandwidth.nrd0(new double[100])).isCloseTo(shrink, within(1e-12));
    assertThat(Bandwidth.nrd0(new double[] {0})).isEqualTo(0.9);
  }

  @Test
  void roundingNoiseOfEqualScoresIsNoSpread() {
    double[] nearlyEqual = {1, 1, 1, Math.nextUp(1.0), Math.nextUp(1.0)};
    assertThat(Bandwidth.nrd0(nearlyEqual)).isGreaterThan(0.5);
  }
}
