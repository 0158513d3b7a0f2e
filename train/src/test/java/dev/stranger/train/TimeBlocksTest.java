package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.WindowedDataset;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.series.Clock;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowing;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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
    assertThat(places.length).isBetween(43, 52); // a quarter of about 189 that do not overlap
    for (int i = 1; i < places.length; i++) {
      assertThat(places[i] - places[i - 1]).isGreaterThanOrEqualTo(LENGTH);
    }
  }

  /** Beats as long as a window, so that windows at equal distances would all begin alike. */
  private static WindowedDataset beats(int steps, Random random) {
    float[] values = new float[steps];
    double height = 1;
    for (int t = 0; t < steps; t++) {
      height = t % LENGTH == 0 ? 1 + 0.3 * random.nextGaussian() : height;
      values[t] = (float) (height * Math.sin(2 * Math.PI * t / LENGTH));
    }
    Windowing windowing = new Windowing(LENGTH, 5, List.of("a"), Clock.NONE, "");
    Recording recording = new Recording("beats", new float[][] {values}, 0);
    return WindowedDataset.of("beats", List.of(recording), windowing, List.of());
  }

  /** What a window scores depends on the moment at which it begins. */
  private static float score(WindowedDataset data, int index) {
    float[] sample = data.sample(index);
    return sample[0] + 0.1f * sample[LENGTH / 2 - 1];
  }

  @Test
  void newWindowsAreFlaggedAtThePromisedRateAlsoWhereABeatIsAsLongAsAWindow() {
    Random random = new Random(17);
    double flagged = 0;
    int rounds = 200;
    for (int round = 0; round < rounds; round++) {
      WindowedDataset data = beats(8000, random);
      int[] held = split(data, round).calibration();
      float[] scores = new float[held.length];
      for (int i = 0; i < held.length; i++) {
        scores[i] = score(data, held[i]);
      }
      Calibration calibration = Calibration.of(scores);
      FalseAlarmBound bound = FalseAlarmBound.onAverage(scores.length, 0.05);
      WindowedDataset later = beats(2000, random);
      long strange =
          IntStream.range(0, (int) later.size())
              .filter(i -> bound.flags(calibration.pValue(score(later, i))))
              .count();
      flagged += (double) strange / later.size() / rounds;
    }
    assertThat(flagged).isBetween(0.035, 0.058);
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
    assertThat(split.fit().length).isGreaterThan((int) (0.7 * data.size()));
  }

  @Test
  void theSameSeedSplitsAlikeAndAnotherDoesNot() {
    WindowedDataset data = windows(4000);
    assertThat(split(data, 5).calibration()).containsExactly(split(data, 5).calibration());
    assertThat(split(data, 5).calibration()).isNotEqualTo(split(data, 6).calibration());
  }

  @Test
  void whatTheGuaranteeNeedsIsCountedInWindowsThatDoNotOverlap() {
    WindowedDataset data = windows(1400); // 277 windows, of which 51 or so do not overlap
    assertThat(data.size()).isGreaterThan(76);
    assertThatThrownBy(() -> split(data, 0))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            "all has (4[5-9]|5[0-5]) windows that do not overlap, .* needs at least 76:"
                + " about 2,[0-9]{3} steps instead of 1,400; record longer,"
                + " choose a shorter window, or raise the rate");
  }
}
