package dev.stranger.train;

import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.StoredDataset;
import java.nio.file.Path;

/** Samples that calibrate, held in memory or in a file that goes when this is closed. */
record HeldOut(IndexedDataset samples) implements AutoCloseable {

  /**
   * @param most bytes that they may take in memory
   */
  static HeldOut of(Dataset samples, double most, Path scratch) {
    double bytes = (double) samples.size() * samples.shape().size() * Float.BYTES;
    return new HeldOut(bytes <= most ? samples.inMemory() : samples.stored(scratch));
  }

  @Override
  public void close() {
    if (samples instanceof StoredDataset stored) {
      stored.close();
    }
  }
}
