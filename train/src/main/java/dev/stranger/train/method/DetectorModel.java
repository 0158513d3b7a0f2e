package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.score.Metadata;
import java.util.List;
import java.util.Map;

/** A trained model that a detector file can be made of, once its score is fitted and calibrated. */
public interface DetectorModel {

  /** What the file says of its samples and of its energies. */
  Metadata.Builder describe();

  /** What its energies are called, in the order of the outputs. */
  List<String> energies();

  /** As {@link ModelGraph#score}. */
  ScoreModel score(String name, References training);

  /**
   * Samples that test the arithmetic of the file and tell nothing of what it learnt from, one after
   * another.
   */
  float[] testSamples(int count);

  /** The content of the file. */
  byte[] write(
      ScoreModel score, Calibration calibration, String version, Map<String, String> properties);
}
