package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.WindowedDataset;
import dev.stranger.calibrate.DriftState;
import dev.stranger.score.Detector;
import dev.stranger.score.JudgedRecording;
import dev.stranger.score.RecordingStream;
import dev.stranger.score.RecordingStream.Judged;
import dev.stranger.score.WindowedDetector;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Span;
import dev.stranger.series.Windowing;
import dev.stranger.train.baseline.Neighbours;
import dev.stranger.train.loop.TrainListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WindowedDetectorTest {

  private static final int LENGTH = 20;
  private static final Clock CLOCK = new Clock("time", 0.5, false);
  private static final Windowing WINDOWING =
      new Windowing(LENGTH, 5, List.of("wave", "level"), CLOCK, "");

  private static Detector detector;
  private static WindowedDetector windows;

  @BeforeAll
  static void learn() {
    detector = trained(TestData.tiny(1).with(new Neighbours()));
    windows = detector.windowed();
  }

  private static Detector trained(TrainOptions options) {
    WindowedDataset data =
        WindowedDataset.of("normal", List.of(recording(4000, 1)), WINDOWING, List.of());
    return Trainer.fit(data, options, TrainListener.NONE).open();
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static Recording recording(int steps, long seed) {
    Random random = new Random(seed);
    float[][] values = new float[2][steps];
    for (int t = 0; t < steps; t++) {
      values[0][t] = (float) (Math.sin(t / 3.0) + 0.1 * random.nextGaussian());
      values[1][t] = (float) (3 + 0.1 * random.nextGaussian());
    }
    return new Recording("r" + seed, values, 100);
  }

  /** The level falls to zero for some steps. */
  private static Recording broken(int steps, int from, int to) {
    Recording recording = recording(steps, 2);
    IntStream.range(from, to).forEach(t -> recording.values()[1][t] = 0);
    return recording;
  }

  private static float[] step(Recording recording, int step) {
    return new float[] {recording.values()[0][step], recording.values()[1][step]};
  }

  private static List<Judged> streamed(Recording recording, RecordingStream stream) {
    List<Judged> all = new ArrayList<>();
    for (int t = 0; t < recording.steps(); t++) {
      Judged judged = stream.add(step(recording, t));
      if (judged != null) {
        all.add(judged);
      }
    }
    return all;
  }

  @Test
  void theFileKnowsHowRecordingsAreCut() {
    assertThat(detector.metadata().windowing()).isEqualTo(WINDOWING);
    assertThat(windows.windowing()).isEqualTo(WINDOWING);
  }

  @Test
  void aRecordingIsStrangeWhereItIsBroken() {
    JudgedRecording judged = windows.judge(broken(1000, 400, 430));
    assertThat(judged.spans()).anyMatch(span -> span.from() >= 385 && span.to() <= 445);
    assertThat(judged.spans()).anyMatch(span -> span.overlaps(410, 420));
    assertThat(judged.steps().strange()).isBetween(20L, 120L);
    assertThat(judged.when(10)).isEqualTo("105");
  }

  @Test
  void aModelThatExpectsValuesNamesTheChannel() {
    try (Detector expecting = trained(TestData.tiny(5))) {
      Span span =
          expecting.windowed().judge(broken(400, 200, 230)).spans().stream()
              .filter(one -> one.overlaps(200, 229))
              .findFirst()
              .orElseThrow();
      assertThat(span.channel()).isEqualTo("level");
    }
  }

  @Test
  void aStreamJudgesAsTheWholeRecordingIsJudged() {
    Recording recording = broken(300, 150, 170);
    List<Judged> judged = streamed(recording, windows.stream());
    assertThat(judged).hasSize(WINDOWING.count(300));
    float[] sample = new float[2 * LENGTH];
    for (int i = 0; i < judged.size(); i++) {
      assertThat(judged.get(i).from()).isEqualTo(WINDOWING.start(i, 300));
      recording.copy(WINDOWING.start(i, 300), LENGTH, sample, 0);
      Verdict alone = detector.judge(sample);
      assertThat(judged.get(i).verdict().score()).isEqualTo(alone.score());
    }
    assertThat(judged.stream().filter(one -> one.verdict().ood()).map(Judged::from)).contains(150L);
  }

  @Test
  void shortHolesAreFilledInAndBehindLongOnesAWindowBeginsAnew() {
    Recording recording = recording(200, 5);
    RecordingStream stream = windows.stream();
    List<Judged> judged = new ArrayList<>();
    for (int t = 0; t < 200; t++) {
      if (t != 50 && t != 51 && (t < 100 || t >= 130)) {
        judged.addAll(stream.add(0.5 * t, step(recording, t)));
      }
    }
    List<Long> ends = judged.stream().map(Judged::to).toList();
    // Steps are counted as they come: 100 before the gap, whose 30 are not there.
    assertThat(ends).startsWith(19L, 24L).contains(49L, 54L, 99L, 119L).doesNotContain(104L, 114L);
    assertThat(judged.get(ends.indexOf(119L)).from()).isEqualTo(100);
  }

  /** As in files. */
  @Test
  void aWindowBeginsAnewBehindMoreThanThreeStepsAndATenth() {
    for (double apart : new double[] {3.05, 3.15, 3.3}) {
      RecordingStream stream = windows.stream();
      List<Judged> judged = new ArrayList<>();
      for (int t = 0; t < LENGTH; t++) {
        judged.addAll(stream.add(0.5 * (t < 10 ? t : t + apart - 1), new float[] {0, 3}));
      }
      assertThat(judged).as("%s steps", apart).hasSize(apart < 3.1 ? 1 : 0);
    }
  }

  @Test
  void aTimeThatIsNoNumberIsRefusedAndTheStreamGoesOn() {
    for (double time : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      RecordingStream stream = windows.stream();
      assertThatThrownBy(() -> stream.add(time, new float[] {0, 3}))
          .isInstanceOf(DataException.class)
          .hasMessage("the step has the time %s, not a finite number; leave it out", time);
      assertThat(stream.add(7, new float[] {0, 3})).isEmpty();
      assertThatThrownBy(() -> stream.add(time, new float[] {0, 3}))
          .isInstanceOf(DataException.class);
      assertThat(stream.add(7.5, new float[] {0, 3})).isEmpty();
    }
  }

  @Test
  void aStepBetweenThoseOfTheDetectorIsRefusedAndTheStreamGoesOn() {
    RecordingStream stream = windows.stream();
    stream.add(1, new float[] {0, 3});
    for (double apart : new double[] {0.05, 0.35, 0.65, 0.75, 1.35}) {
      assertThatThrownBy(() -> stream.add(1 + apart, new float[] {0, 3}))
          .isInstanceOf(DataException.class)
          .hasMessage(
              "the step at %s comes %s after the last one, the detector expects one every 0.5;"
                  + " leave it out, or resample the recording",
              CLOCK.time(1 + apart), CLOCK.duration(apart));
    }
    assertThat(stream.add(1.5, new float[] {0, 3})).isEmpty();
  }

  @Test
  void timesThatTrembleAreTakenAsTheyAre() {
    Random random = new Random(3);
    RecordingStream stream = windows.stream();
    int judged = 0;
    for (int t = 0; t < 200; t++) {
      double tremble = 0.099 * (2 * random.nextDouble() - 1);
      judged += stream.add(0.5 * (t + tremble), new float[] {0, 3}).size();
    }
    assertThat(judged).isEqualTo(WINDOWING.count(200));
  }

  @Test
  void noWindowOfOtherStepsIsJudged() {
    for (double step : new double[] {0.43, 0.58}) {
      RecordingStream stream = windows.stream();
      for (int t = 0; t < LENGTH - 1; t++) {
        assertThat(stream.add(step * t, new float[] {0, 3})).isEmpty();
      }
      assertThatThrownBy(() -> stream.add(step * (LENGTH - 1), new float[] {0, 3}))
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith(
              "the steps up to %s are %s apart on average"
                  .formatted(CLOCK.time(step * (LENGTH - 1)), step))
          .hasMessageEndingWith("the detector expects 0.5; resample the recording");
    }
  }

  @Test
  void theDriftMonitorHearsOfWindowsThatDoNotOverlap() {
    List<Judged> judged =
        streamed(recording(400, 6), windows.stream(detector.endlessDriftMonitor(10_000, 50)));
    DriftState last = Objects.requireNonNull(judged.get(judged.size() - 1).drift());
    assertThat(last.samples()).isBetween(12L, 17L); // of 400 steps
  }

  @Test
  void whatDoesNotFitIsRefusedAndTheStreamGoesOn() {
    RecordingStream stream = windows.stream();
    stream.add(0, new float[] {0, 3});
    assertThatThrownBy(() -> stream.add(0.5, new float[] {0}))
        .isInstanceOf(DataException.class)
        .hasMessage("the step has 1 values, the detector has 2 channels: [wave, level]");
    assertThatThrownBy(() -> stream.add(0.5, new float[] {0, Float.NaN}))
        .hasMessage("the step has NaN in channel 'level', not a finite number; leave it out");
    assertThatThrownBy(() -> stream.add(0, new float[] {0, 3}))
        .hasMessageContaining("time goes from 0 to 0, it must go forward");
    assertThat(stream.add(0.5, new float[] {0, 3})).isEmpty();
    assertThatThrownBy(() -> windows.judge(recording(LENGTH - 1, 1)))
        .hasMessage("r1 has 19 steps, a window has 20; give a longer recording");
  }

  @Test
  void otherDetectorsJudgeNoRecordings() {
    try (Detector table = TestDetectors.table().model().open()) {
      assertThatThrownBy(table::windowed)
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("and not windows of recordings");
    }
  }

  /** Over many recordings, with the windows that overlap as they are judged. */
  @Test
  void normalWindowsAndStepsAreFlaggedAboutAsOftenAsPromised() {
    long flagged = 0;
    long count = 0;
    double steps = 0;
    int rounds = 20;
    for (int seed = 0; seed < rounds; seed++) {
      Recording recording = recording(2000, 100 + seed);
      for (Judged judged : streamed(recording, windows.stream())) {
        flagged += judged.verdict().ood() ? 1 : 0;
        count++;
      }
      steps += windows.judge(recording).steps().strange() / 2000.0 / rounds;
    }
    // One detector with few held-out scores: 99 of 100 stay below this.
    assertThat((double) flagged / count).isLessThan(0.12);
    assertThat(steps).isLessThan(0.1);
  }
}
