package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RankMetricsTest {

  private static final Offset<Double> TINY = within(1e-12);

  @ParameterizedTest
  @EnumSource
  void everyNumberEqualsItsDefinition(RandomScores shape) {
    for (long seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      double[] in = shape.draw(random, 1 + random.nextInt(60));
      double[] out = RandomScores.shifted(shape.draw(random, 1 + random.nextInt(60)), 1);
      RankMetrics actual = RankMetrics.of(in, out);
      RankMetrics expected = RankDefinitions.of(in, out);
      assertThat(actual)
          .as("%s, seed %d", shape, seed)
          .usingRecursiveComparison()
          .withComparatorForType(RankMetricsTest::compareClosely, Double.class)
          .isEqualTo(expected);
    }
  }

  private static int compareClosely(double a, double b) {
    return Math.abs(a - b) < 1e-12 ? 0 : Double.compare(a, b);
  }

  @Test
  void smallExampleByHand() {
    RankMetrics metrics = RankMetrics.of(new double[] {1, 2, 3}, new double[] {2, 4});
    assertThat(metrics.auroc()).isEqualTo(4.5 / 6);
    assertThat(metrics.fpr95()).isEqualTo(0.5);
    assertThat(metrics.fpr95OutPositive()).isEqualTo(2.0 / 3);
    assertThat(metrics.auprIn()).isCloseTo((1 + 2.0 / 3 + 3.0 / 4) / 3, TINY);
    assertThat(metrics.auprOut()).isCloseTo((1 + 2.0 / 4) / 2, TINY);
  }

  @Test
  void fpr95TakesTheNearestRecallEvenBelowNinetyFivePercent() {
    double[] in = new double[100];
    Arrays.fill(in, 94, 100, 9); // recall 0.94, then 1
    assertThat(RankMetrics.of(in, new double[] {5, 10}).fpr95()).isEqualTo(0.5);
    Arrays.fill(in, 80, 94, 9); // recall 0.8, then 1
    assertThat(RankMetrics.of(in, new double[] {5, 10}).fpr95()).isEqualTo(0.5);
    assertThat(RankMetrics.of(in, new double[] {10, 11}).fpr95()).isZero();
  }

  @Test
  void aurocIsInvariantUnderMonotoneMaps() {
    double[] in = RandomScores.NORMAL.draw(1, 300);
    double[] out = RandomScores.NORMAL.draw(2, 200);
    RankMetrics mapped =
        RankMetrics.of(
            Arrays.stream(in).map(Math::exp).toArray(),
            Arrays.stream(out).map(Math::exp).toArray());
    assertThat(mapped).isEqualTo(RankMetrics.of(in, out));
  }

  @Test
  void swappingInAndOutMirrorsAuroc() {
    double[] in = RandomScores.TIED.draw(3, 300);
    double[] out = RandomScores.TIED.draw(4, 200);
    assertThat(RankMetrics.of(in, out).auroc() + RankMetrics.of(out, in).auroc())
        .isCloseTo(1, TINY);
  }

  @Test
  void negatingAndSwappingExchangesThePositiveClass() {
    double[] in = RandomScores.TIED.draw(5, 300);
    double[] out = RandomScores.TIED.draw(6, 200);
    RankMetrics metrics = RankMetrics.of(in, out);
    RankMetrics mirrored = RankMetrics.of(negated(out), negated(in));
    assertThat(mirrored.auroc()).isCloseTo(metrics.auroc(), TINY);
    assertThat(mirrored.auprIn()).isCloseTo(metrics.auprOut(), TINY);
    assertThat(mirrored.auprOut()).isCloseTo(metrics.auprIn(), TINY);
    assertThat(mirrored.fpr95()).isEqualTo(metrics.fpr95OutPositive());
    assertThat(mirrored.fpr95OutPositive()).isEqualTo(metrics.fpr95());
  }

  private static double[] negated(double[] scores) {
    return Arrays.stream(scores).map(score -> -score).toArray();
  }

  @Test
  void equalScoresAreAGuess() {
    RankMetrics metrics = RankMetrics.of(new double[30], new double[10]);
    assertThat(metrics).isEqualTo(new RankMetrics(1, 0.5, 0.75, 0.25, 1));
  }

  @Test
  void negativeZeroTiesWithZero() {
    RankMetrics metrics = RankMetrics.of(new double[] {-0.0, 0.0}, new double[] {0.0, -0.0});
    assertThat(metrics.auroc()).isEqualTo(0.5);
  }

  @Test
  void infiniteScoresHaveARank() {
    double[] in = {Double.NEGATIVE_INFINITY, 0, 1};
    double[] out = {2, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    assertThat(RankMetrics.of(in, out)).isEqualTo(new RankMetrics(0, 1, 1, 1, 0));
  }

  @Test
  void theCallersArraysStayAsTheyAre() {
    double[] in = {3, 1, 2};
    double[] out = {9, 7, 8};
    RankMetrics.of(in, out);
    assertThat(in).containsExactly(3, 1, 2);
    assertThat(out).containsExactly(9, 7, 8);
  }

  @Test
  void emptySetsAndNaNAreNamed() {
    double[] good = {1, 2};
    assertThatThrownBy(() -> RankMetrics.of(good, new double[0]))
        .isInstanceOf(DataException.class)
        .hasMessage("there are no out-scores; give at least one");
    assertThatThrownBy(() -> RankMetrics.of(new double[] {1, Double.NaN, 0}, good))
        .isInstanceOf(DataException.class)
        .hasMessage("in-score 1 of 3 is NaN; drop the sample or mend what scored it");
  }
}
