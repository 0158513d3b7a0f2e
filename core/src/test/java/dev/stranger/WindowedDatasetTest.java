package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultLocale;

class WindowedDatasetTest {

  /** Values that tell recording, channel and step. */
  private static Recording recording(String name, int id, int steps) {
    float[][] values = new float[2][steps];
    for (int channel = 0; channel < 2; channel++) {
      for (int step = 0; step < steps; step++) {
        values[channel][step] = 10_000 * id + 1000 * channel + step;
      }
    }
    return new Recording(name, values, 0);
  }

  private static WindowedDataset cut(int length, int stride, Recording... recordings) {
    Windowing windowing = new Windowing(length, stride, List.of("a", "b"), Clock.NONE, "");
    return WindowedDataset.of("all", List.of(recordings), windowing, List.of());
  }

  @Test
  void aSampleIsChannelsByStepsOfOneRecording() {
    WindowedDataset data = cut(4, 2, recording("x", 1, 9), recording("y", 2, 4));
    assertThat(data.shape()).isEqualTo(Shape.of(2, 4));
    assertThat(data.size()).isEqualTo(5);
    assertThat(data.sample(1))
        .containsExactly(10_002, 10_003, 10_004, 10_005, 11_002, 11_003, 11_004, 11_005);
    assertThat(data.sample(4)[0]).isEqualTo(20_000);
    assertThat(data.sampleName(3)).isEqualTo("x:5-8");
    assertThat(data.sampleName(4)).isEqualTo("y:0-3");
  }

  @Test
  @DefaultLocale("ar-EG")
  void namesOfWindowsAreTheSameInEveryLanguage() {
    assertThat(cut(4, 2, recording("x", 1, 9)).sampleName(1)).isEqualTo("x:2-5");
  }

  @Test
  void everyStepIsCoveredAndNoWindowCrossesTheEndOfARecording() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      int length = 2 + random.nextInt(10);
      int stride = 1 + random.nextInt(length);
      int[] steps = random.ints(4, 1, 40).toArray();
      steps[random.nextInt(4)] = length + random.nextInt(20);
      Recording[] all =
          IntStream.range(0, 4)
              .mapToObj(i -> recording("r" + i, i, steps[i]))
              .toArray(Recording[]::new);
      WindowedDataset data = cut(length, stride, all);
      boolean[][] covered = new boolean[4][40];
      for (int i = 0; i < data.size(); i++) {
        int at = data.recording(i);
        float[] sample = data.sample(i);
        assertThat(sample[length - 1] - sample[0]).as("round %d", round).isEqualTo(length - 1);
        assertThat((int) sample[0] / 10_000).isEqualTo(at);
        for (int step = 0; step < length; step++) {
          covered[at][data.start(i) + step] = true;
        }
      }
      for (int i = 0; i < 4; i++) {
        for (int step = 0; step < steps[i]; step++) {
          assertThat(covered[i][step]).isEqualTo(steps[i] >= length);
        }
      }
    }
  }

  @Test
  void windowsOfDifferentRecordingsAreTwoWindowsApart() {
    WindowedDataset data = cut(4, 1, recording("x", 1, 9), recording("y", 2, 7));
    for (int i = 1; i < data.size(); i++) {
      long apart = data.place(i) - data.place(i - 1);
      boolean same = data.recording(i) == data.recording(i - 1);
      assertThat(apart).isGreaterThanOrEqualTo(same ? 1 : 3 * 4);
    }
  }

  @Test
  void aRecordingThatBeginsSoonerIsAsFarAsItsTimeSays() {
    Windowing windowing = new Windowing(4, 1, List.of("a", "b"), new Clock("time", 0.5, false), "");
    List<Recording> days = new ArrayList<>();
    double[] starts = {100, 105, 106, 106, 500}; // of 10 steps each, so one lasts 5
    for (double start : starts) {
      days.add(new Recording("d" + days.size(), recording("d", 1, 10).values(), start));
    }
    WindowedDataset data = WindowedDataset.of("all", days, windowing, List.of());
    int windows = 7;
    long[] places = IntStream.range(0, 5).mapToLong(i -> data.place(i * windows)).toArray();
    assertThat(places).containsExactly(0, 10, 28, 46, 64);
    days.set(1, new Recording("d1", recording("d", 1, 10).values(), 106.5));
    WindowedDataset later = WindowedDataset.of("all", days, windowing, List.of());
    assertThat(later.place(windows)).isEqualTo(13);
  }

  @Test
  void partsOfARecordingWithoutTimesAreAsFarAsTheirStepsSay() {
    Recording[] all = new Recording[4];
    double[] starts = {0, 13, 40, 0}; // parts of one file, and the next file
    for (int i = 0; i < all.length; i++) {
      all[i] = new Recording("p" + i, recording("p", 1, 10).values(), starts[i]);
    }
    WindowedDataset data = cut(4, 1, all);
    int windows = 7;
    long[] places = IntStream.range(0, 4).mapToLong(i -> data.place(i * windows)).toArray();
    assertThat(places).containsExactly(0, 13, 31, 49);
  }

  @Test
  void windowsThatAreApartDoNotOverlapAndDoNotAllBeginAtTheSameMoment() {
    WindowedDataset data = cut(20, 5, recording("x", 1, 4000), recording("y", 2, 900));
    int[] apart = data.apart(data.size());
    int[] moments = new int[4];
    for (int i = 0; i < apart.length; i++) {
      moments[data.start(apart[i]) % 20 / 5]++;
      assertThat(i == 0 || data.place(apart[i]) - data.place(apart[i - 1]) >= 20).isTrue();
    }
    assertThat(apart.length).isBetween(165, 190); // 1.375 windows from one to the next
    assertThat(Arrays.stream(moments).min().orElseThrow()).isGreaterThan(30);
    assertThat(data.apart(data.size())).containsExactly(apart);
  }

  @Test
  void viewsKnowWhereTheirSamplesLie() {
    WindowedDataset data = cut(4, 2, recording("x", 1, 20));
    Dataset view = data.where(i -> i % 3 == 1).named("some");
    assertThat(view.windows()).isNotNull();
    assertThat(view.windows().start(1)).isEqualTo(8);
    assertThat(view.inMemory().windows().place(1)).isEqualTo(8);
  }

  @Test
  void recordingsThatAreAllTooShortAreRefused() {
    assertThatThrownBy(() -> cut(10, 2, recording("x", 1, 9), recording("y", 2, 4)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the longest recording of all has 9 steps, a window has 10");
  }
}
