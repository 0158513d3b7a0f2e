package dev.stranger.train.loop;

import org.bytedeco.pytorch.Tensor;

/**
 * Some samples of a {@link TrainingSet}, on the device.
 *
 * @param samples N of them
 * @param positions of each in the set, to look up what else is known of it
 */
public record TrainingBatch(Tensor samples, Tensor positions) {

  public long size() {
    return samples.size(0);
  }
}
