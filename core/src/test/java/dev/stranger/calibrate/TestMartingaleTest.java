package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestMartingaleTest {

  private static final int STREAMS = 1_000;
  private static final int LENGTH = 500;

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.1, 0.3, 0.5, 0.9, 0.999999, 1})
  void valueIsTheIntegralOverAllPowerBets(double p) {
    TestMartingale martingale = new TestMartingale();
    for (int n = 1; n <= 400; n++) {
      martingale.add(p);
      double logs = n * Math.log(p);
      assertThat(martingale.logValue())
          .as("%d times %s", n, p)
          .isCloseTo(logOfIntegral(n, logs), within(1e-7));
    }
  }

  /** Scaled by the largest value. */
  private static double logOfIntegral(int n, double logs) {
    double best = logs == 0 ? 1 : Math.min(1, -n / logs);
    double largest = n * Math.log(best) + (best - 1) * logs;
    double scaled =
        integral(e -> Math.exp(n * Math.log(e) + (e - 1) * logs - largest), Double.MIN_NORMAL, 1);
    return largest + Math.log(scaled);
  }

  /** Simpson's rule on 10,000 steps. */
  private static double integral(DoubleUnaryOperator f, double from, double to) {
    int steps = 10_000;
    double total = f.applyAsDouble(from) + f.applyAsDouble(to);
    for (int i = 1; i < steps; i++) {
      total += (i % 2 == 0 ? 2 : 4) * f.applyAsDouble(from + i * (to - from) / steps);
    }
    return total * (to - from) / (3 * steps);
  }

  @Test
  void bothFormulasAgreeWhereTheyMeet() {
    for (int n : new int[] {150, 1_000, 20_000}) {
      double meeting = (n + 1 - 10 * Math.sqrt(n + 1.0)) / n;
      assertThat(afterEqual(n, meeting * (1 - 1e-12)))
          .as("n = %d", n)
          .isCloseTo(afterEqual(n, meeting * (1 + 1e-12)), within(1e-6));
    }
  }

  private static double afterEqual(int n, double meanOfLogs) {
    TestMartingale martingale = new TestMartingale();
    for (int i = 0; i < n; i++) {
      martingale.add(Math.exp(-meanOfLogs));
    }
    return martingale.logValue();
  }

  @Test
  void extremeStreamsStayFinite() {
    assertThat(afterEqual(100_000, 0)).isCloseTo(-Math.log(100_001), within(1e-9));
    assertThat(afterEqual(100_000, 700)).isBetween(6.9e7, 7e7);
    assertThat(new TestMartingale().logValue()).isZero();
    assertThat(new TestMartingale().pValue()).isEqualTo(1);
  }

  /**
   * One bet on a uniform p is fair. Of its mean of 1, the p-values below {@code exp(-x)} hold
   * {@code (1 - exp(-x)) / x}: a bet pays most where p hardly ever is.
   */
  @Test
  void oneBetIsFair() {
    double x = 30;
    double mean = integral(minusLog -> Math.exp(afterEqual(1, minusLog) - minusLog), 0, x);
    assertThat(mean).isCloseTo(1 - (1 - Math.exp(-x)) / x, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.2, 0.5})
  void alarmsOnUniformStreamsAreAsRareAsVilleSays(double alpha) {
    int alarms = 0;
    for (long seed = 0; seed < STREAMS; seed++) {
      NormalScores normal = new NormalScores(seed);
      TestMartingale martingale = new TestMartingale();
      for (int i = 0; i < LENGTH; i++) {
        martingale.add(normal.uniform());
      }
      alarms += martingale.alarm(alpha) ? 1 : 0;
    }
    new Chance(STREAMS, alpha).isNotExceededBy(alarms, "seeds 0 to 999");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 200})
  void alarmsOnNullStreamsOfScoresAreAsRareAsVilleSays(int calibrationSize) {
    int alarms = 0;
    for (long seed = 0; seed < STREAMS; seed++) {
      NormalScores normal = new NormalScores(seed);
      OnlineCalibration online = new OnlineCalibration(normal.calibration(calibrationSize));
      alarms += watch(normal, online, LENGTH).alarm(0.05) ? 1 : 0;
    }
    new Chance(STREAMS, 0.05).isNotExceededBy(alarms, "seeds 0 to 999");
  }

  private static TestMartingale watch(NormalScores normal, OnlineCalibration online, int samples) {
    TestMartingale martingale = new TestMartingale();
    for (int i = 0; i < samples; i++) {
      martingale.add(online.add(normal.next()));
    }
    return martingale;
  }

  /** Why {@link OnlineCalibration} exists. */
  @Test
  void aCalibrationSetThatStaysLooksLikeDriftInTheLongRun() {
    int alarms = 0;
    for (long seed = 0; seed < 200; seed++) {
      NormalScores normal = new NormalScores(seed);
      Calibration calibration = normal.calibration(50);
      TestMartingale martingale = new TestMartingale();
      for (int i = 0; i < 5_000; i++) {
        martingale.add(calibration.pValue(normal.next()));
      }
      alarms += martingale.alarm(0.05) ? 1 : 0;
    }
    assertThat(alarms).as("seeds 0 to 199").isGreaterThan(25); // 5 % would be 10
  }

  @ParameterizedTest
  @ValueSource(floats = {1, 2, 4})
  void alarmsSoonAfterAShift(float shift) {
    int[] delays = new int[100];
    for (int seed = 0; seed < delays.length; seed++) {
      NormalScores normal = new NormalScores(seed);
      OnlineCalibration online = new OnlineCalibration(normal.calibration(500));
      TestMartingale martingale = watch(normal, online, 200);
      while (!martingale.alarm(0.01) && delays[seed] < 1_000) {
        martingale.add(online.add(normal.next() + shift));
        delays[seed]++;
      }
    }
    Arrays.sort(delays);
    assertThat(delays[95]).as("seeds 0 to 99").isLessThan((int) (200 / shift));
  }

  @Test
  void anAlarmStays() {
    TestMartingale martingale = new TestMartingale();
    for (int i = 0; i < 20; i++) {
      martingale.add(0.01);
    }
    double pValue = martingale.pValue();
    for (int i = 0; i < 1_000; i++) {
      martingale.add(1);
    }
    assertThat(martingale.logValue()).isNegative();
    assertThat(martingale.pValue()).isEqualTo(pValue).isLessThan(1e-15);
    assertThat(martingale.alarm(1e-15)).isTrue();
    assertThat(martingale.alarm(pValue / 2)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
  void whatIsNoPValueIsNamed(double p) {
    assertThatThrownBy(() -> new TestMartingale().add(p))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a p-value lies above 0 and is at most 1, got %s; take it from a calibration", p);
  }
}
