package dev.stranger.bench;

import dev.stranger.Calibration;
import dev.stranger.calibrate.OnlineCalibration;
import java.util.Random;

/**
 * What a score of a stream costs once many were seen. Claim: after eight million at most ten times
 * as much as after a hundred thousand, microseconds.
 */
public final class DriftBench {

  private static final int ROUNDS = 20;
  private static final int SCORES_A_ROUND = 20_000;

  private DriftBench() {}

  public static void main(String[] args) {
    double few = microseconds(100_000);
    double many = microseconds(8_000_000);
    System.out.printf(
        "a score after 100,000: %.2f us, after 8,000,000: %.2f us, ratio %.1f%n",
        few, many, many / few);
  }

  private static double microseconds(int held) {
    Random random = new Random(1);
    float[] scores = new float[held];
    for (int i = 0; i < held; i++) {
      scores[i] = (float) random.nextGaussian();
    }
    OnlineCalibration online = new OnlineCalibration(Calibration.of(scores));
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < SCORES_A_ROUND; i++) {
        online.add((float) random.nextGaussian());
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e3 / SCORES_A_ROUND);
    }
    return best;
  }
}
