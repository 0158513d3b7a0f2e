package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DistributionMetricsTest {

  @ParameterizedTest
  @EnumSource
  void everyNumberEqualsItsDefinition(RandomScores shape) {
    for (long seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      double[] in = shape.draw(random, 2 + random.nextInt(150));
      double[] out = RandomScores.shifted(shape.draw(random, 2 + random.nextInt(150)), 1);
      DistributionMetrics actual = DistributionMetrics.of(in, out);
      DistributionMetrics expected = DistributionDefinitions.of(in, out);
      String place = shape + ", seed " + seed;
      assertThat(actual.wasserstein()).as(place).isCloseTo(expected.wasserstein(), within(1e-9));
      assertThat(actual.mmd()).as(place).isCloseTo(expected.mmd(), within(1e-9));
      assertThat(actual.overlapUnion())
          .as(place)
          .isEqualTo(actual.overlap() / (2 - actual.overlap()));
    }
  }

  @Test
  void unitAndOriginOfTheScoresDoNotMatter() {
    double[] in = RandomScores.NORMAL.draw(1, 300);
    double[] out = RandomScores.shifted(RandomScores.NORMAL.draw(2, 200), 1);
    DistributionMetrics metrics = DistributionMetrics.of(in, out);
    for (double factor : new double[] {1e-200, 1e-3, 1e6, 1e200}) {
      assertClose(DistributionMetrics.of(moved(in, factor), moved(out, factor)), metrics);
    }
  }

  private static double[] moved(double[] scores, double factor) {
    return Arrays.stream(scores).map(score -> (score + 7) * factor).toArray();
  }

  @Test
  void swappingInAndOutChangesNothing() {
    double[] in = RandomScores.SKEWED.draw(1, 300);
    double[] out = RandomScores.NORMAL.draw(2, 200);
    assertClose(DistributionMetrics.of(out, in), DistributionMetrics.of(in, out));
  }

  private static void assertClose(DistributionMetrics actual, DistributionMetrics expected) {
    assertThat(actual.overlap()).isCloseTo(expected.overlap(), within(1e-9));
    assertThat(actual.overlapUnion()).isCloseTo(expected.overlapUnion(), within(1e-9));
    assertThat(actual.wasserstein()).isCloseTo(expected.wasserstein(), within(1e-9));
    assertThat(actual.mmd()).isCloseTo(expected.mmd(), within(1e-9));
  }

  @Test
  void aSetAgainstItselfOverlapsWholly() {
    double[] scores = RandomScores.NORMAL.draw(1, 1000);
    DistributionMetrics metrics = DistributionMetrics.of(scores, scores.clone());
    assertThat(metrics.overlap()).isCloseTo(1, within(1e-3));
    assertThat(metrics.wasserstein()).isZero();
    assertThat(metrics.mmd()).isCloseTo(0, within(4e-12));
  }

  @Test
  void equalScoresHaveNoDistance() {
    double[] scores = {0.1, 0.1, 0.1};
    DistributionMetrics metrics = DistributionMetrics.of(scores, scores);
    assertThat(metrics.wasserstein()).isZero();
    assertThat(metrics.mmd()).isZero();
    assertThat(metrics.overlap()).isCloseTo(1, within(3e-3)); // less the tails beyond 3 bandwidths
  }

  @Test
  void oneScoreAgainstOneScoreIsMeasured() {
    DistributionMetrics metrics = DistributionMetrics.of(new double[] {0}, new double[] {5});
    assertThat(metrics.wasserstein()).isEqualTo(2);
    assertThat(metrics.overlap()).isBetween(0.2, 0.5);
  }

  @Test
  void infiniteScoresAreRefused() {
    double[] infinite = {1, Double.POSITIVE_INFINITY};
    assertThatThrownBy(() -> DistributionMetrics.of(new double[] {0}, infinite))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "scores reach from 0.0 to Infinity, distances between them are not finite; cap the"
                + " scores or use the rank metrics alone");
  }
}
