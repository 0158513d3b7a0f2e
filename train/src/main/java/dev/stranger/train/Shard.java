package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.train.torch.Ranks;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What one of several {@link Ranks} trains on: a random part of the samples, in random order. All
 * ranks should have about as many, for all make as many steps as the one with the fewest.
 *
 * @param samples learnt from
 * @param heldOut calibrate the detector on rank 0, which needs a random part of all samples; null
 *     on the other ranks
 */
public record Shard(Dataset samples, @Nullable Dataset heldOut, Ranks ranks) {

  public Shard {
    if (ranks.isFirst() != (heldOut != null)) {
      throw new IllegalArgumentException(
          "rank 0 has the held-out samples, the others have none; this is rank " + ranks.rank());
    }
    if (heldOut != null && !heldOut.shape().equals(samples.shape())) {
      throw new DataException(
          "%s has samples of %s, %s of %s; both must be alike"
              .formatted(heldOut.name(), heldOut.shape(), samples.name(), samples.shape()));
    }
  }

  int heldOutSize() {
    return heldOut == null ? 0 : Math.toIntExact(heldOut.size());
  }

  /** The samples and behind them those that are held out. */
  Dataset all() {
    return heldOut == null ? samples : new JoinedDataset(samples, heldOut);
  }

  Split split() {
    int fit = Math.toIntExact(samples.size());
    return new Split(
        IntStream.range(0, fit).toArray(),
        IntStream.range(fit, fit + heldOutSize()).toArray(),
        new int[0]);
  }
}
