package dev.stranger.train;

import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.suspect.Suspects;
import java.nio.file.Path;
import java.util.List;

/**
 * What training gives: a detector that is not saved yet.
 *
 * @param model the content of the detector file
 * @param curve how the epochs went
 * @param made how it judges strangers made of held-out samples
 * @param gallery how many held-out samples the file shows as thumbnails
 * @param suspects samples that look like strangers among those to learn from
 * @param models how many leave one sample out each; 1 where a part of the samples was held out
 */
public record TrainedModel(
    byte[] model,
    List<EpochResult> curve,
    MadeStrangers made,
    int gallery,
    Suspects suspects,
    int models) {

  /** Writes the detector file, completely or not at all. */
  public void save(Path file) {
    DetectorDraft.write(model, file);
  }

  public Detector open() {
    return DetectorDraft.open(model, "the trained model");
  }
}
