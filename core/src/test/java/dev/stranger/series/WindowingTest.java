package dev.stranger.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WindowingTest {

  private static Windowing usual(int length) {
    int stride = Windowing.usualStride(length);
    return new Windowing(length, stride, List.of("a"), Clock.NONE, "");
  }

  @Test
  void windowsToLearnFromBeginAtAllMomentsOfWhatRepeats() {
    for (int length : List.of(48, 60, 64, 96, 100, 128, 168, 256, 288, 512, 1000, 1440)) {
      Windowing windowing = usual(length).spread();
      for (int period : List.of(12, 24, 48, 60, 96, 144, 168, 288, 1440)) {
        int recording = length + windowing.stride() * (period - 1);
        IntStream moments =
            IntStream.range(0, windowing.count(recording))
                .map(window -> windowing.start(window, recording) % period);
        assertThat(moments.distinct().boxed())
            .as("%s, what repeats has %d steps", windowing, period)
            .hasSize(period);
      }
    }
  }

  @Test
  void windowsToLearnFromLieNearlyAsTheOthers() {
    for (int length = 2; length <= 2000; length++) {
      Windowing windowing = usual(length);
      int stride = windowing.spread().stride();
      assertThat(stride).isBetween(windowing.stride() * 2 / 3, windowing.stride());
    }
  }
}
