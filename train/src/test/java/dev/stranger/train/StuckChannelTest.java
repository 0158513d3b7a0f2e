package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainListener;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Channels that stand still in series of several channels. */
class StuckChannelTest {

  private static final int CHANNELS = 4;
  private static final int STEPS = 32;

  /** The smoothest of them. */
  private static final int SLOW = 3;

  private static MemoryDataset windows(int size, long seed, int stuckFrom) {
    Random random = new Random(seed);
    float[][] windows = new float[size][];
    for (int i = 0; i < size; i++) {
      windows[i] = window(random);
      for (int step = stuckFrom; step < STEPS; step++) {
        windows[i][SLOW * STEPS + step] = windows[i][SLOW * STEPS + stuckFrom];
      }
    }
    return MemoryDataset.of("windows", Shape.of(CHANNELS, STEPS), Range.ANY, windows);
  }

  /** Channels that wander, each more slowly than the one before. */
  private static float[] window(Random random) {
    float[] window = new float[CHANNELS * STEPS];
    for (int channel = 0; channel < CHANNELS; channel++) {
      double step = Math.pow(4, -channel);
      double value = random.nextGaussian();
      for (int i = 0; i < STEPS; i++) {
        value += step * (random.nextGaussian() - step * value);
        window[channel * STEPS + i] = (float) value;
      }
    }
    return window;
  }

  @Test
  void aSlowChannelThatStandsStillForHalfOfTheTimeIsStrange() {
    try (Detector detector =
        Trainer.fit(windows(1000, 1, STEPS), TestData.tiny(3), TrainListener.NONE).open()) {
      assertThat(flagged(detector, windows(300, 2, STEPS))).isLessThan(0.15);
      assertThat(flagged(detector, windows(300, 3, STEPS / 2))).isGreaterThan(0.9);
    }
  }

  private static double flagged(Detector detector, MemoryDataset windows) {
    int flagged = 0;
    for (int i = 0; i < windows.size(); i++) {
      flagged += detector.judge(windows.sample(i)).ood() ? 1 : 0;
    }
    return (double) flagged / windows.size();
  }
}
