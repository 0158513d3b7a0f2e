package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Dataset;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;

/** Training that is stopped and goes on from its checkpoint. */
public final class Interrupted {

  private Interrupted() {}

  /**
   * @param steps after which it is stopped
   */
  public static TrainedModel fit(Dataset data, TrainOptions options, int steps, Path folder) {
    Path file = folder.resolve("stopped-" + steps);
    int[] left = {steps};
    TrainListener stop =
        new TrainListener() {
          @Override
          public boolean stop() {
            return --left[0] <= 0;
          }
        };
    assertThatThrownBy(() -> Trainer.fit(data, options, stop, new CheckpointFile(file, 1, false)))
        .isInstanceOf(CancellationException.class);
    return Trainer.fit(data, options, TrainListener.NONE, new CheckpointFile(file, 1, true));
  }
}
