package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.LogScale;
import dev.stranger.report.svg.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class DensityTest {

  private final Random random = new Random(3);

  @Test
  void aHillLooksLikeItsDistribution() {
    double[] scores = normals(200_000);
    Scale scale = LinearScale.of(-4, 4);
    double[] heights = new Density(scale, scores).heights();
    for (int i = 0; i < heights.length; i++) {
      double x = scale.value(i / (heights.length - 1.0));
      assertThat(heights[i]).isCloseTo(Math.exp(-x * x / 2), within(0.03));
    }
  }

  @Test
  void theAreaIsTheShareOfTheScoresOnTheAxis() {
    double[] scores = normals(20_000);
    assertThat(area(new Density(LinearScale.of(-6, 6), scores).values()))
        .isCloseTo(1, within(0.01));
    assertThat(area(new Density(LinearScale.of(0, 6), scores).values()))
        .isCloseTo(0.5, within(0.02));
  }

  private static double area(double[] values) {
    return Arrays.stream(values).sum() / (values.length - 1);
  }

  @Test
  void anAxisFromZeroLeavesOutTheOutermostScoresAlone() {
    double[] scores = Arrays.stream(normals(10_000)).map(Math::abs).toArray();
    scores[5] = 1e9;
    Scale scale = ScoreAxis.fromZero(List.of(scores, new double[] {1, 2}));
    assertThat(scale.value(0)).isZero();
    assertThat(scale.value(1)).isBetween(2.5, 4.5);
    assertThat(ScoreAxis.fromZero(List.of(new double[3])).value(1)).isEqualTo(1);
  }

  @Test
  void quantilesAreThoseOfTheScores() {
    double[] scores = Arrays.stream(normals(100_000)).map(Math::exp).toArray();
    Density density = new Density(LogScale.of(0.1, 100), scores);
    double[] sorted = RankCurves.sorted(scores);
    assertThat(density.quantile(0.95)).isCloseTo(sorted[95_000], within(0.01 * sorted[95_000]));
    assertThat(density.quantile(0.5)).isCloseTo(sorted[50_000], within(0.01 * sorted[50_000]));
  }

  @Test
  void equalScoresAndFarOnesAreShown() {
    double[] equal = DoubleStream.generate(() -> 7).limit(50).toArray();
    Scale scale = ScoreAxis.covering(List.of(equal), Double.NaN);
    double[] heights = new Density(scale, equal).heights();
    assertThat(heights).contains(1).contains(0);
    assertThat(new Density(LinearScale.of(0, 1), equal).heights()).containsOnly(0);
  }

  @Test
  void aFarScoreDoesNotStretchTheAxis() {
    double[] scores = normals(10_000);
    scores[17] = 1e9;
    Scale scale = ScoreAxis.covering(List.of(scores), Double.NaN);
    assertThat(scale).isInstanceOf(LinearScale.class);
    assertThat(scale.value(1)).isBetween(2.5, 4.5);
  }

  @Test
  void anAxisIsLogarithmicWhereScoresAreWideAndOfOneSign() {
    double[] wide = {1, 10, 1000};
    double[] negative = {-1, -10, -1000};
    assertThat(ScoreAxis.covering(List.of(wide), Double.NaN)).isInstanceOf(LogScale.class);
    assertThat(ScoreAxis.covering(List.of(negative), Double.NaN)).isInstanceOf(LogScale.class);
    assertThat(ScoreAxis.covering(List.of(wide, negative), Double.NaN))
        .isInstanceOf(LinearScale.class);
    assertThat(ScoreAxis.covering(List.of(new double[] {10, 12}), Double.NaN))
        .isInstanceOf(LinearScale.class);
  }

  @Test
  void theThresholdIsAlwaysOnTheAxis() {
    Scale scale = ScoreAxis.covering(List.of(new double[] {1, 2, 3}), 50);
    assertThat(scale.position(50)).isBetween(0.9, 1.0);
  }

  private double[] normals(int count) {
    return DoubleStream.generate(random::nextGaussian).limit(count).toArray();
  }
}
