package dev.stranger.spark.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreSketchTest {

  private static final int MANY = 1_000_000;
  private static final FalseAlarmGuarantee FIVE_PERCENT = FalseAlarmGuarantee.onAverage(0.05);

  private static float[] normal(int count, long seed) {
    Random random = new Random(seed);
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      scores[i] = (float) random.nextGaussian();
    }
    return scores;
  }

  private static ScoreSketch sketch(float[] scores, int from, int to) {
    ScoreSketch sketch = new ScoreSketch();
    for (int i = from; i < to; i++) {
      sketch.add(scores[i]);
    }
    return sketch;
  }

  private static ScoreSketch sketch(float... scores) {
    return sketch(scores, 0, scores.length);
  }

  @Test
  void fewScoresAreExact() {
    float[] scores = normal(ScoreSketch.EXACT_BELOW - 1, 1);
    for (int i = 0; i < scores.length; i += 3) {
      scores[i] = Math.round(scores[i]); // ties, and both zeros
    }
    ScoreSketch sketch = sketch(scores);
    Calibration exact = Calibration.of(scores);
    assertThat(sketch.isExact()).isTrue();
    assertThat(sketch.rankError()).isZero();
    for (float score = -5; score < 5; score += 0.01f) {
      assertThat((float) sketch.pValue(score)).isEqualTo(exact.pValue(score));
    }
    assertThat(sketch.calibration(scores.length).scores()).isEqualTo(exact.scores());
    int rank = FIVE_PERCENT.boundFor(scores.length).rank();
    assertThat(sketch.threshold(FIVE_PERCENT)).isEqualTo(exact.scores()[scores.length - rank]);
    sketch.add(0);
    assertThat(sketch.isExact()).isFalse();
  }

  /** In whatever order sketches of parts are merged, however small the parts. */
  @ParameterizedTest
  @ValueSource(strings = {"one", "one after another", "pairs", "shuffled", "sorted scores"})
  void pValuesAreNeverTooSmallAndWithinTheStatedError(String order) {
    float[] scores = normal(MANY, 2);
    Calibration exact = Calibration.of(scores);
    float[] given = order.equals("sorted scores") ? exact.scores() : scores;
    ScoreSketch sketch = merged(given, order);
    assertThat(sketch.size()).isEqualTo(MANY);
    assertThat(sketch.rankError()).isLessThan(0.0002);
    for (float score = -5.5f; score < 5.5; score += 0.001f) {
      double truth = (1.0 + MANY - exact.below(score)) / (MANY + 1.0);
      assertThat(sketch.pValue(score))
          .as("%s, score %s", order, score)
          .isBetween(truth, truth + 2 * ScoreSketch.RANK_ERROR);
    }
  }

  private static ScoreSketch merged(float[] scores, String order) {
    if (order.equals("one") || order.equals("sorted scores")) {
      return sketch(scores);
    }
    List<ScoreSketch> parts = parts(scores, 97);
    if (order.equals("shuffled")) {
      Collections.shuffle(parts, new Random(3));
    }
    while (order.equals("pairs") && parts.size() > 1) {
      parts = pairs(parts);
    }
    ScoreSketch all = new ScoreSketch();
    parts.forEach(all::merge);
    return all;
  }

  private static List<ScoreSketch> parts(float[] scores, int count) {
    List<ScoreSketch> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) scores.length * i / count);
      int to = (int) ((long) scores.length * (i + 1) / count);
      parts.add(sketch(scores, from, to));
    }
    return parts;
  }

  private static List<ScoreSketch> pairs(List<ScoreSketch> parts) {
    List<ScoreSketch> pairs = new ArrayList<>();
    for (int i = 0; i < parts.size(); i += 2) {
      ScoreSketch pair = parts.get(i);
      if (i + 1 < parts.size()) {
        pair.merge(parts.get(i + 1));
      }
      pairs.add(pair);
    }
    return pairs;
  }

  @Test
  void chosenScoresGivePValuesThatAreNeverTooSmall() {
    float[] scores = normal(MANY, 4);
    Calibration exact = Calibration.of(scores);
    int most = 5_000;
    Calibration chosen = sketch(scores).calibration(most);
    assertThat(chosen.size()).isEqualTo(most);
    double allowed = 2 * ScoreSketch.RANK_ERROR + 2.0 / most;
    for (float score = -5; score < 5; score += 0.001f) {
      double truth = (1.0 + MANY - exact.below(score)) / (MANY + 1.0);
      double among = (1.0 + most - chosen.below(score)) / (most + 1.0);
      assertThat(among).as("score %s", score).isBetween(truth, truth + allowed);
    }
  }

  @Test
  void exactScoresAreChosenByTheirRanks() {
    float[] scores = new float[99];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = i + 1;
    }
    assertThat(sketch(scores).calibration(9).scores())
        .containsExactly(10, 20, 30, 40, 50, 60, 70, 80, 90);
    // Rank j 100 / 8 from above, rounded down: 12, 25, 37 ...
    assertThat(sketch(scores).calibration(7).scores()).containsExactly(13, 25, 38, 50, 63, 75, 88);
  }

  /** The rate of one threshold is known here: that of the normal distribution above it. */
  @Test
  void theFalseAlarmRateOfFreshSamplesKeepsTheGuarantee() {
    int draws = 40;
    double ofThreshold = 0;
    double ofChosen = 0;
    int above = 0;
    FalseAlarmGuarantee sure = new FalseAlarmGuarantee(0.05, 0.1);
    for (int draw = 0; draw < draws; draw++) {
      float[] scores = normal(100_000, 100 + draw);
      List<ScoreSketch> parts = parts(scores, 7);
      ScoreSketch sketch = new ScoreSketch();
      parts.forEach(sketch::merge);
      ofThreshold += rateAbove(sketch.threshold(FIVE_PERCENT)) / draws;
      Calibration chosen = sketch.calibration(1_000);
      FalseAlarmBound bound = FIVE_PERCENT.boundFor(1_000);
      ofChosen += rateAbove(chosen.scores()[1_000 - bound.rank()]) / draws;
      above += rateAbove(sketch.threshold(sure)) > 0.05 ? 1 : 0;
    }
    double deviation = Math.sqrt(0.05 * 0.95 / 100_000 / draws);
    assertThat(ofThreshold).isBetween(0.05 - 2 * ScoreSketch.RANK_ERROR, 0.05 + 3 * deviation);
    assertThat(ofChosen).isBetween(0.049 - 2 * ScoreSketch.RANK_ERROR, 0.05 + 3 * deviation);
    assertThat(above).as("thresholds with a risk of 10 %% among %d", draws).isLessThan(10);
  }

  private static double rateAbove(float score) {
    return org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1)
        .survivalProbability(score);
  }

  /** A file keeps m scores for n; the bound that it makes of them must hold for the n. */
  @Test
  void theBoundOfTheChosenScoresHoldsForAllScores() {
    for (double rate : new double[] {0.001, 0.01, 0.05, 0.2}) {
      for (double risk : new double[] {1e-6, 0.01, 0.1, 0.3, 0.5}) {
        for (int chosen : new int[] {1_000, 20_000, 50_000}) {
          if (chosen < FalseAlarmBound.neededFor(rate, risk)) {
            continue;
          }
          int rank = FalseAlarmBound.of(chosen, rate, risk).rank();
          for (long all = chosen; all <= 1_000_000_000; all *= 3) {
            long rankOfAll = rank * (all + 1) / (chosen + 1);
            double above =
                BetaDistribution.of(rankOfAll, all + 1.0 - rankOfAll).survivalProbability(rate);
            assertThat(above)
                .as("rate %s, risk %s, %d of %d", rate, risk, chosen, all)
                .isLessThanOrEqualTo(risk * (1 + 1e-9));
          }
        }
      }
    }
  }

  @Test
  void aThresholdOfABillionScoresIsFound() {
    assertThat(new FalseAlarmGuarantee(0.05, 0.01).boundFor(1_000_000_000).rank() / 1e9)
        .isCloseTo(0.05, within(2e-5));
  }

  @Test
  void itsBytesAndItsCopiesAnswerAlike() throws Exception {
    for (int count : new int[] {0, 1, 1_000, 200_000}) {
      ScoreSketch sketch = sketch(normal(count, 6));
      ScoreSketch read = ScoreSketch.ofBytes(sketch.toBytes());
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(sketch);
      }
      ScoreSketch copy =
          (ScoreSketch)
              new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
      assertThat(read.size()).isEqualTo(count);
      assertThat(copy.size()).isEqualTo(count);
      for (float score = -4; count > 0 && score < 4; score += 0.1f) {
        assertThat(read.pValue(score)).isEqualTo(sketch.pValue(score));
        assertThat(copy.pValue(score)).isEqualTo(sketch.pValue(score));
      }
    }
  }

  @Test
  void infiniteScoresHaveTheirRank() {
    ScoreSketch sketch =
        sketch(1, Float.POSITIVE_INFINITY, 2, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);
    assertThat(sketch.pValue(3)).isEqualTo(3 / 6.0);
    assertThat(sketch.pValue(Float.POSITIVE_INFINITY)).isEqualTo(3 / 6.0);
    assertThat(sketch.pValue(Float.NEGATIVE_INFINITY)).isEqualTo(1);
  }

  @Test
  void whatIsNoScoreIsRefused() {
    ScoreSketch sketch = new ScoreSketch();
    assertThatThrownBy(() -> sketch.add(Float.NaN))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("a row has no score");
    assertThatThrownBy(() -> sketch.pValue(1))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("there are no scores");
    assertThatThrownBy(() -> sketch(normal(18, 1)).threshold(FIVE_PERCENT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs at least 19 held-out scores, there are 18");
    assertThatThrownBy(() -> ScoreSketch.ofBytes(new byte[] {1, 2, 3}))
        .isInstanceOf(DataException.class);
  }
}
