package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriftMonitorTest {

  private static final int STREAMS = 1_000;

  private static DriftMonitor ever(Calibration calibration, double alpha) {
    return DriftMonitor.ever(
        calibration, FalseAlarmBound.onAverage(calibration.size(), 0.05), alpha, 50);
  }

  private static DriftMonitor endless(Calibration calibration, double samples) {
    return DriftMonitor.endless(
        calibration, FalseAlarmBound.onAverage(calibration.size(), 0.05), samples, 50);
  }

  private static int alarms(Function<Calibration, DriftMonitor> monitors, int length) {
    int alarms = 0;
    for (long seed = 0; seed < STREAMS; seed++) {
      NormalScores normal = new NormalScores(seed);
      DriftMonitor monitor = monitors.apply(normal.calibration(100));
      for (int i = 0; i < length; i++) {
        monitor.add(normal.next());
      }
      alarms += monitor.state().drifted() ? 1 : 0;
    }
    return alarms;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.3})
  void bothTestsTogetherKeepTheirGuarantee(double alpha) {
    int alarms = alarms(calibration -> ever(calibration, alpha), 500);
    new Chance(STREAMS, alpha).isNotExceededBy(alarms, "seeds 0 to 999");
  }

  @Test
  void withoutEndFalseAlarmsAreAsRareAsSaid() {
    int alarms = alarms(calibration -> endless(calibration, 2_000), 500);
    new Chance(STREAMS, 500 / 2_000.0).isNotExceededBy(alarms, "seeds 0 to 999");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bothTestsAlarmSoonAfterAShift(boolean endless) {
    long[] stream = new long[100];
    long[] window = new long[100];
    for (int seed = 0; seed < 100; seed++) {
      NormalScores normal = new NormalScores(seed);
      Calibration calibration = normal.calibration(500);
      DriftMonitor monitor = endless ? endless(calibration, 10_000) : ever(calibration, 0.01);
      for (int i = 0; i < 200; i++) {
        monitor.add(normal.next());
      }
      for (int i = 0; i < 200; i++) {
        monitor.add(normal.next() + 2);
      }
      stream[seed] = monitor.state().streamAlarm().orElse(1_000) - 200;
      window[seed] = monitor.state().windowAlarm().orElse(1_000) - 200;
    }
    Arrays.sort(stream);
    Arrays.sort(window);
    assertThat(stream[95]).as("seeds 0 to 99").isLessThan(60);
    assertThat(window[95]).as("seeds 0 to 99").isEqualTo(50); // at the next look
  }

  @Test
  void theStateTellsTheStory() {
    Calibration calibration = new NormalScores(1).calibration(99);
    DriftMonitor monitor = DriftMonitor.ever(calibration, new FalseAlarmBound(99, 5), 0.01, 20);
    assertThat(monitor.state().evidence()).isZero();
    assertThat(monitor.state().alarmLine()).isCloseTo(Math.log10(200), within(1e-12));
    DriftState before = monitor.state();
    for (int i = 1; i <= 40; i++) {
      before = monitor.add(9);
      assertThat(before.samples()).isEqualTo(i);
    }
    assertThat(before).isEqualTo(monitor.state());
    assertThat(before.inWindow()).isEqualTo(20);
    assertThat(before.flagged()).isEqualTo(20);
    assertThat(before.windowAlarm()).hasValue(20);
    long alarm = before.streamAlarm().orElseThrow();
    for (int i = 0; i < 2_000; i++) {
      monitor.add(-9);
    }
    assertThat(monitor.state().evidence()).isLessThan(before.evidence());
    assertThat(monitor.state().streamAlarm()).as("an alarm stays").hasValue(alarm);
  }

  @Test
  void aScoreThatIsNoNumberIsAStranger() {
    DriftMonitor monitor = ever(new NormalScores(1).calibration(99), 0.01);
    assertThat(monitor.add(Float.NaN).flagged()).isEqualTo(1);
  }

  @Test
  void threadsMayShareAMonitor() throws InterruptedException {
    DriftMonitor monitor = ever(new NormalScores(1).calibration(99), 0.01);
    List<Thread> threads = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      NormalScores normal = new NormalScores(seed);
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 500; i++) {
                  monitor.add(normal.next());
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(monitor.state().samples()).isEqualTo(4_000);
  }

  @Test
  void impossibleNumbersAreNamed() {
    Calibration calibration = new NormalScores(1).calibration(99);
    assertThatThrownBy(() -> ever(calibration, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the alarm level must lie between 0 and 1, got 1.0");
    assertThatThrownBy(() -> DriftMonitor.ever(calibration, new FalseAlarmBound(98, 5), 0.01, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the bound is one of 98 held-out scores, there are 99");
    assertThatThrownBy(() -> endless(calibration, Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> endless(calibration, 49))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a window of 50 samples does not go with one false alarm in 49.0 samples; shorten it");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRestoredMonitorGoesOnAsIfItHadNotBeenInterrupted(boolean endless) {
    NormalScores normal = new NormalScores(7);
    Calibration calibration = normal.calibration(99);
    FalseAlarmBound bound = new FalseAlarmBound(99, 5);
    DriftMonitor steady =
        endless
            ? DriftMonitor.endless(calibration, bound, 10_000, 20)
            : DriftMonitor.ever(calibration, bound, 0.01, 20);
    DriftMonitor restarted = DriftMonitor.restore(steady.save(), calibration, bound);
    for (int i = 0; i < 3_000; i++) {
      float score = normal.next() + (i < 2_000 ? 0 : 2);
      if (i % 333 == 0) {
        restarted = DriftMonitor.restore(restarted.save(), calibration, bound);
      }
      assertThat(restarted.add(score)).as("sample %d", i).isEqualTo(steady.add(score));
    }
    assertThat(steady.state().drifted()).isTrue();
    assertThat(restarted.save()).isEqualTo(steady.save());
  }

  /** The calibration grows to 1,000 scores, so the first 901 of the stream are held. */
  @Test
  void aMonitorIsRestoredFromTheFirstScoresOfItsStream() {
    NormalScores normal = new NormalScores(8);
    Calibration calibration = normal.calibration(99);
    FalseAlarmBound bound = new FalseAlarmBound(99, 5);
    DriftMonitor steady = DriftMonitor.endless(calibration, bound, 10_000, 20, 1_000);
    DriftMonitor restarted = DriftMonitor.endless(calibration, bound, 10_000, 20, 1_000);
    float[] stream = normal.draw(2_000);
    Arrays.fill(stream, 50, 70, Float.NaN);
    for (int i = 0; i < stream.length; i++) {
      if (i % 101 == 0) {
        float[] first = Arrays.copyOf(stream, restarted.heldScores());
        byte[] saved = restarted.saveWithoutScores();
        assertThat(saved).hasSizeLessThan(200);
        restarted = DriftMonitor.restore(saved, first, calibration, bound);
      }
      assertThat(restarted.add(stream[i])).as("sample %d", i).isEqualTo(steady.add(stream[i]));
    }
    assertThat(restarted.heldScores()).isEqualTo(901);
    byte[] saved = restarted.saveWithoutScores();
    float[] few = new float[900];
    assertThatThrownBy(() -> DriftMonitor.restore(saved, few, calibration, bound))
        .isInstanceOf(DataException.class)
        .hasMessage("the drift monitor was saved with 901 scores, there are 900; keep all of them");
    assertThatThrownBy(() -> DriftMonitor.restore(saved, calibration, bound))
        .isInstanceOf(DataException.class);
  }

  @Test
  void whatWasNotSavedForThisDetectorIsNotRestored() {
    Calibration calibration = new NormalScores(1).calibration(99);
    FalseAlarmBound bound = new FalseAlarmBound(99, 5);
    DriftMonitor monitor = ever(calibration, 0.01);
    monitor.add(1);
    byte[] saved = monitor.save();
    assertThatThrownBy(
            () -> DriftMonitor.restore(saved, new NormalScores(2).calibration(99), bound))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("the drift monitor was saved with another detector");
    assertThatThrownBy(() -> DriftMonitor.restore(saved, calibration, new FalseAlarmBound(99, 6)))
        .isInstanceOf(DataException.class);
    for (int i = 0; i < saved.length; i++) {
      byte[] damaged = saved.clone();
      damaged[i] ^= 1;
      assertThatThrownBy(() -> DriftMonitor.restore(damaged, calibration, bound))
          .as("byte %d", i)
          .isInstanceOf(DataException.class);
      byte[] cut = Arrays.copyOf(saved, i);
      assertThatThrownBy(() -> DriftMonitor.restore(cut, calibration, bound))
          .as("the first %d bytes", i)
          .isInstanceOf(DataException.class);
    }
  }
}
