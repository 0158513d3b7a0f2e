package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineCalibrationTest {

  @Test
  void pValueIsThatOfACalibrationOnAllScoresBefore() {
    long seed = 1;
    float[] scores = new NormalScores(seed).draw(300);
    for (int i = 0; i < scores.length; i++) {
      scores[i] = Math.round(4 * scores[i]); // ties
    }
    OnlineCalibration online = new OnlineCalibration(Calibration.of(scores[0]));
    for (int i = 1; i < scores.length; i++) {
      float expected = Calibration.of(Arrays.copyOf(scores, i)).pValue(scores[i]);
      assertThat(online.add(scores[i]))
          .as("seed %d, %d", seed, i)
          .isCloseTo(expected, within(1e-6));
    }
    assertThat(online.size()).isEqualTo(300);
  }

  /** Many scores are held in parts; nothing of it must show, whatever order they come in. */
  @ParameterizedTest
  @ValueSource(strings = {"random", "ties", "one value", "rising", "falling"})
  void pValuesOfManyScoresAreThoseOfOneSortedList(String order) {
    Random random = new Random(1);
    float[] sorted = new float[24_000];
    int size = 5_000;
    for (int i = 0; i < size; i++) {
      sorted[i] = (float) random.nextGaussian();
    }
    Arrays.sort(sorted, 0, size);
    OnlineCalibration online =
        new OnlineCalibration(Calibration.of(Arrays.copyOf(sorted, size)), 23_000);
    for (int i = 0; i < 19_000; i++) {
      float score = score(order, i, random);
      int at = Calibration.firstAtLeast(sorted, size, score);
      assertThat(online.add(score)).isEqualTo((1.0 + size - at) / (size + 1.0));
      if (size < 23_000) {
        System.arraycopy(sorted, at, sorted, at + 1, size - at);
        sorted[at] = score;
        size++;
      }
    }
    assertThat(online.size()).isEqualTo(23_000);
  }

  private static float score(String order, int i, Random random) {
    return switch (order) {
      case "ties" -> Math.round(2 * random.nextGaussian());
      case "one value" -> 0.5f;
      case "rising" -> i * 1e-3f - 3;
      case "falling" -> 3 - i * 1e-3f;
      default -> (float) random.nextGaussian();
    };
  }

  @Test
  void notANumberIsStrangerThanAnything() {
    OnlineCalibration online = new OnlineCalibration(Calibration.of(1, 2, Float.MAX_VALUE));
    assertThat(online.add(Float.NaN)).isEqualTo(1 / 4.0);
    assertThat(online.add(Float.NaN)).isEqualTo(2 / 5.0);
    assertThat(online.add(3)).isEqualTo(4 / 6.0);
  }

  @Test
  void oneThatIsFullStaysAsItIs() {
    OnlineCalibration online = new OnlineCalibration(Calibration.of(1, 2), 3);
    assertThat(online.add(3)).isEqualTo(1 / 3.0);
    for (int i = 0; i < 10; i++) {
      assertThat(online.add(3)).isEqualTo(2 / 4.0);
    }
    assertThat(online.size()).isEqualTo(3);
  }
}
