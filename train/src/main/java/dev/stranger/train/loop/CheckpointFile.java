package dev.stranger.train.loop;

import dev.stranger.DataException;
import java.nio.file.Path;

/**
 * Where and how often training is saved.
 *
 * @param everyEpochs also saved when training is stopped
 * @param resume goes on from the file, which must be there
 */
public record CheckpointFile(Path path, int everyEpochs, boolean resume) {

  public CheckpointFile {
    if (everyEpochs < 1) {
      throw new DataException("a checkpoint is written every 1 epoch or more, got " + everyEpochs);
    }
  }
}
