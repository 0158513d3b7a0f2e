package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.metric.ScoreComparison;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * What the published loader of heartbeats can do to Table 3, by arithmetic: it drops the last,
 * smaller batch, and the places of these beats hold what the memory held. docs/paper.md has these
 * figures. Scores are perfect but for that: 0 is lower than every one of them.
 */
class PublishedLoaderTest {

  private static final int NORMAL = 2919;
  private static final int ABNORMAL = 500;
  private static final int BATCH = 256;

  /** Different ones from a score on, but for the first of them, which are zero. */
  private static double[] scores(int count, int zeros, double from) {
    return IntStream.range(0, count).mapToDouble(i -> i < zeros ? 0 : from + 1e-6 * i).toArray();
  }

  private static void assertFigures(
      double[] normal, double[] abnormal, double fpr95, double auroc, double auprIn) {
    ScoreComparison compared = ScoreComparison.of(normal, abnormal);
    Offset<Double> digits = Offset.offset(0.005);
    assertThat(100 * compared.number("fpr95")).isCloseTo(fpr95, digits);
    assertThat(100 * compared.number("auroc")).isCloseTo(auroc, digits);
    assertThat(100 * compared.number("aupr_in")).isCloseTo(auprIn, digits);
  }

  @Test
  void zerosInPlacesThatAreNotFilledLetHalfOfAllAbnormalBeatsPass() {
    assertThat(ABNORMAL % BATCH).isEqualTo(244);
    assertThat(NORMAL % BATCH).isEqualTo(103);
    assertFigures(scores(NORMAL, 103, 1), scores(ABNORMAL, 244, 2), 48.80, 52.06, 79.06);
  }

  /** 6.18, 94.02 and 95.62 were published. */
  @Test
  void thirtyAbnormalBeatsBelowAllNormalOnesGiveThePublishedFullEnergy() {
    assertFigures(scores(NORMAL, 0, 1), scores(ABNORMAL, 30, 2), 6.00, 94.00, 95.30);
  }

  /** 98.45, 50.39 and 85.67 were published. */
  @Test
  void zerosEverywhereGiveNearlyThePublishedKpcaError() {
    assertFigures(new double[NORMAL], new double[ABNORMAL], 100, 50, 85.38);
  }

  @Test
  void withoutTheDroppedBeatsZerosGiveAnAuprThatWasNotPublished() {
    assertFigures(new double[NORMAL - 103], new double[ABNORMAL - 244], 100, 50, 91.67);
  }
}
