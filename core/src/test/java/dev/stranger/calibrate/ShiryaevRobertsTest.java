package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShiryaevRobertsTest {

  @Test
  void valueIsTheRecursionOfEveryBetAveraged() {
    NormalScores random = new NormalScores(4);
    ShiryaevRoberts watch = new ShiryaevRoberts();
    double[] exponents = {0.125, 0.25, 0.5, 0.75};
    double[] r = new double[4];
    for (int n = 0; n < 200; n++) {
      double p = random.uniform();
      watch.add(p);
      double mean = 0;
      for (int i = 0; i < 4; i++) {
        r[i] = (1 + r[i]) * exponents[i] * Math.pow(p, exponents[i] - 1);
        mean += r[i] / 4;
      }
      assertThat(watch.logValue()).as("seed 4, %d", n).isCloseTo(Math.log(mean), within(1e-9));
    }
  }

  @Test
  void extremeStreamsStayFinite() {
    ShiryaevRoberts watch = new ShiryaevRoberts();
    assertThat(watch.logValue()).isEqualTo(Double.NEGATIVE_INFINITY);
    for (int i = 0; i < 10_000; i++) {
      watch.add(1e-300);
    }
    assertThat(watch.logValue()).isBetween(6e6, 7e6);
    watch.restart();
    watch.add(1);
    assertThat(Math.exp(watch.logValue())).isCloseTo(1.625 / 4, within(1e-12));
  }

  /** 1,000 runs, the deviation of a run is about its mean: the slack of 12 % is 4 deviations. */
  @Test
  void falseAlarmsAreAsFarApartAsAsked() {
    double c = 200;
    long samples = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      NormalScores normal = new NormalScores(seed);
      ShiryaevRoberts watch = new ShiryaevRoberts();
      while (!watch.alarm(c)) {
        watch.add(normal.uniform());
        samples++;
      }
    }
    assertThat(samples / 1_000.0).as("seeds 0 to 999").isGreaterThan(0.88 * c);
  }

  @Test
  void alarmsWithinManySamplesAreAsRareAsAsked() {
    int alarms = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      NormalScores normal = new NormalScores(seed);
      OnlineCalibration online = new OnlineCalibration(normal.calibration(100));
      ShiryaevRoberts watch = new ShiryaevRoberts();
      boolean alarm = false;
      for (int i = 0; i < 500; i++) {
        watch.add(online.add(normal.next()));
        alarm |= watch.alarm(5_000);
      }
      alarms += alarm ? 1 : 0;
    }
    new Chance(1_000, 500 / 5_000.0).isNotExceededBy(alarms, "seeds 0 to 999");
  }

  @Test
  void delayDoesNotGrowWithTheQuietTimeBefore() {
    assertThat(medianDelay(20_000)).as("seeds 0 to 20").isLessThan(1.5 * medianDelay(100));
  }

  private static double medianDelay(int quiet) {
    int[] delays = new int[21];
    for (int seed = 0; seed < delays.length; seed++) {
      NormalScores normal = new NormalScores(seed);
      ShiryaevRoberts watch = new ShiryaevRoberts();
      for (int i = 0; i < quiet; i++) {
        watch.add(normal.uniform());
      }
      while (!watch.alarm(1e6)) {
        watch.add(Math.pow(normal.uniform(), 2));
        delays[seed]++;
      }
    }
    Arrays.sort(delays);
    return delays[10];
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -3, Double.NaN})
  void impossibleNumbersAreNamed(double samples) {
    assertThatThrownBy(() -> new ShiryaevRoberts().alarm(samples))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the number of samples between false alarms must be at least 1, got " + samples);
  }
}
