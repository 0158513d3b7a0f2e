package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DensityWalkTest {

  private static final double BANDWIDTH = 0.3;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FAR_FROM_ZERO")
  void equalsTheDirectSum(RandomScores shape) {
    for (long seed = 0; seed < 10; seed++) {
      double[] x = RandomScores.sorted(shape.draw(seed, 200));
      DensityWalk walk = new DensityWalk(x, BANDWIDTH);
      for (double t : RandomScores.sorted(shape.draw(seed + 100, 100))) {
        assertThat(walk.at(t))
            .as("%s, seed %d, at %s", shape, seed, t)
            .isCloseTo(direct(x, t), within(1e-12));
      }
    }
  }

  private static double direct(double[] x, double t) {
    return Arrays.stream(x)
            .map(u -> Math.exp(-0.5 * Math.pow((t - u) / BANDWIDTH, 2)))
            .average()
            .orElseThrow()
        / (BANDWIDTH * Math.sqrt(2 * Math.PI));
  }

  @Test
  void densityIsZeroUpToTheFirstPositionInReach() {
    DensityWalk walk = new DensityWalk(new double[] {0, 1000}, BANDWIDTH);
    assertThat(walk.firstInReach(0.1)).isEqualTo(0.1);
    double next = walk.firstInReach(500);
    assertThat(next).isBetween(1000 - 10 * BANDWIDTH, 1000 - 8 * BANDWIDTH);
    assertThat(walk.at(next)).isLessThan(1e-15);
    assertThat(walk.at(999)).isGreaterThan(1e-4);
    assertThat(walk.firstInReach(1010)).isInfinite();
  }
}
