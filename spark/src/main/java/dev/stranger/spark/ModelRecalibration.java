package dev.stranger.spark;

import dev.stranger.score.HeldOutScores;
import dev.stranger.spark.scores.ScoreSketch;
import dev.stranger.train.Recalibration;

/** Apart from models, which are there where {@code stranger-train} is not. */
final class ModelRecalibration {

  private ModelRecalibration() {}

  /**
   * @param most scores that the file keeps
   */
  static byte[] of(byte[] file, ScoreSketch normal, int most, String data) {
    HeldOutScores heldOut = new HeldOutScores(normal.calibration(most), null);
    return new Recalibration(heldOut, data, normal.size(), normal.rankError()).applyTo(file);
  }
}
