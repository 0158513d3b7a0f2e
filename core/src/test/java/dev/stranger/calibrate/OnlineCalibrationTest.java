package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

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
