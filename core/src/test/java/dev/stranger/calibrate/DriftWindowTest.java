package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class DriftWindowTest {

  private static final FalseAlarmBound BOUND = FalseAlarmBound.onAverage(99, 0.1);

  @Test
  void onlyTheLastPValuesCount() {
    DriftWindow window = new DriftWindow(BOUND, 3);
    add(window, 0.01, 0.1, 0.5);
    assertThat(window.flagged()).isEqualTo(2);
    add(window, 0.7);
    assertThat(window.flagged()).isEqualTo(1);
    add(window, 0.6, 0.11, 0.05);
    assertThat(window.flagged()).isEqualTo(1);
    assertThat(window.size()).isEqualTo(3);
  }

  private static void add(DriftWindow window, double... pValues) {
    for (double p : pValues) {
      window.add(p);
    }
  }

  @Test
  void noAlarmBeforeTheWindowIsFull() {
    DriftWindow window = new DriftWindow(BOUND, 5);
    add(window, 0.01, 0.01, 0.01, 0.01);
    assertThat(window.tailProbability()).isLessThan(0.001);
    assertThat(window.alarm(0.01)).isFalse();
    add(window, 0.01);
    assertThat(window.alarm(0.01)).isTrue();
  }

  @Test
  void tailIsBinomialWhenTheCalibrationSetIsLarge() {
    FalseAlarmBound large = FalseAlarmBound.onAverage(1_000_000_000, 0.05);
    BinomialDistribution binomial = BinomialDistribution.of(100, 0.05);
    for (int flagged = 0; flagged <= 30; flagged++) {
      double expected = binomial.survivalProbability(flagged - 1);
      assertThat(large.tail(flagged, 100)).isCloseTo(expected, within(1e-5 * expected));
    }
  }

  /** 2,000 calibration sets of only 50 scores, where the plain binomial alarms far too often. */
  @Test
  void alarmsAreAsRareAsAskedEvenWithFewCalibrationScores() {
    FalseAlarmBound bound = FalseAlarmBound.onAverage(50, 0.1);
    BinomialDistribution binomial = BinomialDistribution.of(100, 0.1);
    int alarms = 0;
    int binomialAlarms = 0;
    for (long seed = 0; seed < 2_000; seed++) {
      NormalScores normal = new NormalScores(seed);
      Calibration calibration = normal.calibration(50);
      DriftWindow window = new DriftWindow(bound, 100);
      for (int i = 0; i < 100; i++) {
        window.add(calibration.pValue(normal.next()));
      }
      alarms += window.alarm(0.05) ? 1 : 0;
      binomialAlarms += binomial.survivalProbability(window.flagged() - 1) <= 0.05 ? 1 : 0;
    }
    new Chance(2_000, 0.05).isNotExceededBy(alarms, "seeds 0 to 1999");
    assertThat(binomialAlarms).as("seeds 0 to 1999").isGreaterThan(200);
  }

  @Test
  void alarmsWithinAWindowAfterAShift() {
    int alarms = 0;
    for (long seed = 0; seed < 100; seed++) {
      NormalScores normal = new NormalScores(seed);
      Calibration calibration = normal.calibration(500);
      DriftWindow window = new DriftWindow(FalseAlarmBound.onAverage(500, 0.05), 50);
      for (int i = 0; i < 1_000; i++) {
        window.add(calibration.pValue(normal.next() + (i < 950 ? 0 : 2)));
      }
      alarms += window.alarm(0.001) ? 1 : 0;
    }
    assertThat(alarms).as("seeds 0 to 99").isGreaterThan(98);
  }

  @Test
  void impossibleNumbersAreNamed() {
    assertThatThrownBy(() -> new DriftWindow(BOUND, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the length of a window must be at least 1, got 0");
    assertThatThrownBy(() -> new DriftWindow(BOUND, 9).alarm(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the alarm level must lie between 0 and 1, got 1.0");
    assertThatThrownBy(() -> new DriftWindow(BOUND, 9).add(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 0.0");
  }
}
