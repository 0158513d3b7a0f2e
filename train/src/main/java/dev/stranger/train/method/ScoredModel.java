package dev.stranger.train.method;

import dev.stranger.Calibration;
import dev.stranger.score.Metadata;
import java.util.Map;

/** A model and one of its scores. */
public record ScoredModel(DetectorModel model, ScoreModel score) implements Uncalibrated {

  @Override
  public Metadata.Builder describe() {
    return model.describe().parts(score.parts());
  }

  @Override
  public byte[] write(Calibration calibration, String version, Map<String, String> properties) {
    return model.write(score, calibration, version, properties);
  }
}
