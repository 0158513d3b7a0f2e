package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.score.Metadata;
import java.util.List;
import java.util.Map;

/** A trained model with its score: a detector, but for the scores that calibrate it. */
public interface Uncalibrated {

  /** What the file says of its samples, energies and parts. */
  Metadata.Builder describe();

  /**
   * What p-values are ranks among.
   *
   * @param heldOut scores of held-out samples, by the {@link #models} that did not learn from them
   */
  default Calibration calibration(float[] heldOut) {
    return Calibration.of(heldOut);
  }

  /**
   * The content of the file.
   *
   * @param calibration of the p-values
   */
  byte[] write(Calibration calibration, String version, Map<String, String> properties);

  /**
   * What has not learnt from the held-out samples: itself, or a model for each of these samples in
   * their order, if all but one of the models have learnt from it.
   */
  default List<? extends Uncalibrated> models() {
    return List.of(this);
  }
}
