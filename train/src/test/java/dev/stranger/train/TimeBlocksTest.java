package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.WindowedDataset;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowing;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeBlocksTest {

  private static final int LENGTH = 20;

  private static WindowedDataset windows(int... steps) {
    List<Recording> recordings =
        IntStream.range(0, steps.length)
            .mapToObj(i -> new Recording("r" + i, new float[1][steps[i]], 0))
            .toList();
    Windowing windowing = new Windowing(LENGTH, 5, List.of("a"), Clock.NONE, "");
    return WindowedDataset.of("all", recordings, windowing, List.of());
  }

  private static Split split(WindowedDataset data, long seed) {
    return Split.of(data, CalibrationOptions.DEFAULT, seed);
  }

  @Test
  void aWholeWindowLiesBetweenWhatIsLearntAndWhatIsHeldOut() {
    WindowedDataset data = windows(3000, 700, 10, 1500);
    for (long seed = 0; seed < 20; seed++) {
      Split split = split(data, seed);
      for (int fit : split.fit()) {
        for (int held : split.calibration()) {
          boolean same = data.recording(fit) == data.recording(held);
          int apart = Math.abs(data.start(fit) - data.start(held));
          assertThat(!same || apart >= 2 * LENGTH).as("seed %d", seed).isTrue();
        }
      }
    }
  }

  @Test
  void heldOutWindowsDoNotOverlap() {
    WindowedDataset data = windows(2600, 2600);
    long[] places =
        Arrays.stream(split(data, 3).calibration()).mapToLong(data::place).sorted().toArray();
    assertThat(places).hasSize(65); // a quarter of the 2 x 130 that do not overlap
    for (int i = 1; i < places.length; i++) {
      assertThat(places[i] - places[i - 1]).isGreaterThanOrEqualTo(LENGTH);
    }
  }

  @Test
  void blocksComeFromAllTimesAndCostLittle() {
    WindowedDataset data = windows(20_000);
    Split split = split(data, 1);
    int tenths = 10;
    boolean[] seen = new boolean[tenths];
    for (int held : split.calibration()) {
      seen[data.start(held) * tenths / 20_000] = true;
    }
    assertThat(seen).doesNotContain(false);
    assertThat(split.fit().length).isGreaterThan((int) (0.8 * data.size()));
  }

  @Test
  void theSameSeedSplitsAlikeAndAnotherDoesNot() {
    WindowedDataset data = windows(4000);
    assertThat(split(data, 5).calibration()).containsExactly(split(data, 5).calibration());
    assertThat(split(data, 5).calibration()).isNotEqualTo(split(data, 6).calibration());
  }

  @Test
  void whatTheGuaranteeNeedsIsCountedInWindowsThatDoNotOverlap() {
    WindowedDataset data = windows(1400); // 277 windows, of which 70 do not overlap
    assertThat(data.size()).isGreaterThan(76);
    assertThatThrownBy(() -> split(data, 0))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("all has 70 samples")
        .hasMessageContaining("windows that overlap count as one");
  }
}
