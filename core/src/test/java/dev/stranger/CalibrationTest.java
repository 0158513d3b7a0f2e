package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CalibrationTest {

  private static final Offset<Float> TINY = within(1e-6f);

  @Test
  void pValueCountsTheScoresThatAreAtLeastAsStrange() {
    Calibration calibration = Calibration.of(3, 1, 2, 2);
    assertThat(calibration.pValue(4)).isEqualTo(1 / 5f);
    assertThat(calibration.pValue(3)).isEqualTo(2 / 5f);
    assertThat(calibration.pValue(2)).isEqualTo(4 / 5f);
    assertThat(calibration.pValue(0)).isEqualTo(1f);
    assertThat(calibration.pValue(Float.NaN)).isEqualTo(1 / 5f);
  }

  @Test
  void pValueEqualsItsDefinitionAndFallsWithTheScore() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      float[] scores = tied(random, 1 + random.nextInt(40));
      Calibration calibration = Calibration.of(scores);
      for (float score = -1; score < 8; score += 0.5f) {
        assertThat(calibration.pValue(score))
            .as("seed %d, score %s", seed, score)
            .isCloseTo(definition(scores, score), TINY)
            .isGreaterThanOrEqualTo(calibration.pValue(score + 0.5f));
      }
    }
  }

  /** Minus a probability, or a log-likelihood: some scores are never positive. */
  @Test
  void onlyTheOrderOfScoresMattersNotTheirSign() {
    for (long seed = 0; seed < 50; seed++) {
      float[] scores = tied(new Random(seed), 40);
      Calibration calibration = Calibration.of(scores);
      Calibration negative = Calibration.of(negated(scores));
      for (float score = -0.5f; score < 8; score += 0.5f) {
        assertThat(negative.pValue(-1 / (1 + score)))
            .as("seed %d, score %s", seed, score)
            .isEqualTo(calibration.pValue(score));
      }
      assertThat(negative.distinctScores()).isEqualTo(calibration.distinctScores());
    }
    assertThat(Calibration.of(-0f, 0f).pValue(0f)).isEqualTo(1);
    assertThat(Calibration.of(-0f, 0f).pValue(-0f)).isEqualTo(1);
  }

  /** An increasing map to numbers below zero. */
  private static float[] negated(float[] scores) {
    float[] negated = new float[scores.length];
    for (int i = 0; i < scores.length; i++) {
      negated[i] = -1 / (1 + scores[i]);
    }
    return negated;
  }

  private static float[] tied(Random random, int size) {
    float[] scores = new float[size];
    for (int i = 0; i < size; i++) {
      scores[i] = random.nextInt(7);
    }
    return scores;
  }

  private static float definition(float[] scores, float score) {
    int atLeast = 0;
    for (float other : scores) {
      atLeast += other >= score ? 1 : 0;
    }
    return (1f + atLeast) / (scores.length + 1f);
  }

  @Test
  void eachOfManyScoresAgainstTheOthersTakesEveryPValueOnce() {
    float[] all = {5, -2, 0.5f, 9, 3, 7};
    float[] pValues = new float[all.length];
    for (int i = 0; i < all.length; i++) {
      pValues[i] = Calibration.of(without(all, i)).pValue(all[i]);
    }
    Arrays.sort(pValues);
    for (int i = 0; i < all.length; i++) {
      assertThat(pValues[i]).isEqualTo((i + 1f) / all.length);
    }
  }

  private static float[] without(float[] all, int left) {
    float[] rest = Arrays.copyOf(all, all.length - 1);
    System.arraycopy(all, left + 1, rest, left, all.length - left - 1);
    return rest;
  }

  @Test
  void neededIsTheFirstSizeWhoseLeastPValueReachesTheRate() {
    assertThat(Calibration.neededFor(0.05)).isEqualTo(19);
    assertThat(Calibration.neededFor(0.01)).isEqualTo(99);
    assertThat(Calibration.neededFor(0.3)).isEqualTo(3);
  }

  @Test
  void missingScoresAndNaNAreNamed() {
    assertThatThrownBy(Calibration::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("calibration needs at least one held-out score");
    assertThatThrownBy(() -> Calibration.of(1, Float.NaN))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("NaN");
  }
}
