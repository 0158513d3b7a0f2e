package dev.stranger.spark.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.metric.RankMetrics;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.spark.scores.SketchedMetrics.Interval;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SketchedMetricsTest {

  private static double[] scores(int count, double shift, double step, Random random) {
    double[] scores = new double[count];
    for (int i = 0; i < count; i++) {
      double score = random.nextGaussian() + shift;
      scores[i] = (float) (step == 0 ? score : step * Math.round(score / step));
    }
    return scores;
  }

  private static ScoreSketch sketch(double[] scores) {
    ScoreSketch sketch = new ScoreSketch();
    for (double score : scores) {
      sketch.add((float) score);
    }
    return sketch;
  }

  private static void assertExact(Interval found, double truth, String what) {
    assertThat(found.low()).as(what).isCloseTo(truth, within(1e-9));
    assertThat(found.high()).as(what).isCloseTo(truth, within(1e-9));
  }

  /** Ties within and between the sets, sets of one score, and sets that do not overlap. */
  @Test
  void fewScoresGiveTheExactMetrics() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      double step = new double[] {0, 0.5, 2}[round % 3];
      double[] in = scores(1 + random.nextInt(50), 0, step, random);
      double[] out = scores(1 + random.nextInt(50), random.nextInt(5) - 1, step, random);
      RankMetrics exact = RankMetrics.of(in, out);
      SketchedMetrics found = SketchedMetrics.of(sketch(in), sketch(out));
      String what = "round %d, %d in, %d out, ".formatted(round, in.length, out.length);
      assertExact(found.auroc(), exact.auroc(), what + "auroc");
      assertExact(found.fpr95(), exact.fpr95(), what + "fpr95");
      assertExact(found.auprIn(), exact.auprIn(), what + "auprIn");
      assertExact(found.auprOut(), exact.auprOut(), what + "auprOut");
      assertExact(found.fpr95OutPositive(), exact.fpr95OutPositive(), what + "fpr95OutPositive");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "600000, 400000, 1, 0",
    "600000, 1000, 2, 0",
    "1000, 600000, 2, 0",
    "300000, 300000, 1, 0.25",
    "300000, 300000, -1, 0",
    "300000, 300000, 12, 0"
  })
  void manyScoresGiveNarrowIntervalsThatHoldTheExactMetrics(
      int inCount, int outCount, double shift, double step) {
    Random random = new Random(2);
    double[] in = scores(inCount, 0, step, random);
    double[] out = scores(outCount, shift, step, random);
    ScoreComparison exact = ScoreComparison.of(in, out);
    SketchedMetrics found = SketchedMetrics.of(sketch(in), sketch(out));
    assertHolds(found.auroc(), exact.auroc(), 2 * ScoreSketch.RANK_ERROR, "auroc");
    assertHolds(found.fpr95(), exact.fpr95(), 0.005, "fpr95");
    assertHolds(found.auprIn(), exact.auprIn(), 0.05, "auprIn");
    assertHolds(found.auprOut(), exact.auprOut(), 0.05, "auprOut");
    assertHolds(found.fpr95OutPositive(), exact.fpr95OutPositive(), 0.005, "fpr95OutPositive");
  }

  private static void assertHolds(Interval found, double truth, double mostError, String what) {
    assertThat(truth).as(what).isBetween(found.low() - 1e-9, found.high() + 1e-9);
    assertThat(found.error()).as(what).isLessThan(mostError);
  }
}
