package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScoreComparisonTest {

  @Test
  void bundlesWhatRankAndDistributionMetricsSay() {
    double[] in = RandomScores.NORMAL.draw(1, 300);
    double[] out = RandomScores.SKEWED.draw(2, 400);
    ScoreComparison all = ScoreComparison.of(in, out);
    RankMetrics rank = RankMetrics.of(in, out);
    DistributionMetrics distribution = DistributionMetrics.of(in, out);
    assertThat(
            new RankMetrics(
                all.fpr95(), all.auroc(), all.auprIn(), all.auprOut(), all.fpr95OutPositive()))
        .isEqualTo(rank);
    assertThat(
            new DistributionMetrics(
                all.overlap(), all.overlapUnion(), all.wasserstein(), all.mmd()))
        .isEqualTo(distribution);
  }

  @Test
  @Timeout(10)
  void aMillionHeavyTailedScoresStayLinear() {
    ScoreComparison comparison =
        ScoreComparison.of(
            RandomScores.HEAVY_TAILED.draw(1, 10_000), RandomScores.HEAVY_TAILED.draw(2, 737_280));
    assertThat(comparison.auroc()).isBetween(0.49, 0.51);
    assertThat(comparison.overlap()).isBetween(0.5, 1.0);
  }
}
