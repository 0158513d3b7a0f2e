package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.prepare.TableFit;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
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

  /** With numbers for everything, by the samples of all ranks. */
  TrainOptions chosen(TrainOptions options) {
    double all = ranks.sum(samples.size())[0];
    return options.chosenFor(
        TableFit.plannedShape(samples), (int) Math.min(all, Integer.MAX_VALUE));
  }

  /**
   * @throws DataException when ranks cannot do together what the options say, or are not about the
   *     same
   */
  void requireShared(TrainOptions options) {
    if (!options.method().runsInRanks()) {
      throw new DataException(
          "several ranks cannot train %s together; use st_rkm, or one rank"
              .formatted(options.method().key()));
    }
    if (options.contamination().isExpected()) {
      throw new DataException(
          "several ranks cannot look for suspects; leave the contamination out, or use one rank");
    }
    if (options.calibration().leaveOneOut()) {
      throw new DataException(
          "several ranks cannot leave one sample out; hold out a part of the samples, or use one"
              + " rank");
    }
    if (options.calibration().byLabel()) {
      throw new DataException(
          "several ranks cannot guarantee false alarms by label; leave that out, or use one rank");
    }
    if (heldOut != null) {
      options.calibration().requireEnough(heldOut.name(), heldOut.size());
    }
    requireAlike(options);
  }

  private void requireAlike(TrainOptions options) {
    int job = (options.text() + samples.shape() + samples.columns()).hashCode();
    if (Arrays.stream(ranks.gather(job)).distinct().count() > 1) {
      throw new DataException(
          "the ranks have different options, columns or shapes of samples; start all of them alike");
    }
  }

  /** On a GPU a step keeps others of its process waiting, while it waits for the other ranks. */
  static void requireOwnProcesses(Ranks ranks, boolean cuda) {
    if (cuda && ranks.shareProcesses()) {
      throw new DataException(
          "several ranks are in one process, where a GPU would make them wait for each other"
              + " forever; start a process for each, or use the CPU",
          Remedy.DEVICE);
    }
  }
}
