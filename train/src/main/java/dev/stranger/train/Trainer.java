package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Remedy;
import dev.stranger.StrangerException;
import dev.stranger.score.Gallery;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingLoop;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.References;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import dev.stranger.train.torch.Ranks;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * Learns a detector from normal samples alone. Holds the data in memory. On a CPU the same data,
 * options and number of threads give the same detector bit for bit, but for the time in its card.
 */
public final class Trainer {

  private final TrainOptions options;
  private final TrainListener listener;
  private final Compute compute;
  private final TrainingPlan plan;
  private final List<String> columns;
  private final MemoryDataset samples;
  private final Split split;
  private final TrainingData data;
  private final String score;
  private final Instant created;

  /**
   * @param heldOut how many of the samples are
   * @param splitting which ones that are
   * @param options with a number for everything
   */
  private Trainer(
      Dataset samples,
      int heldOut,
      Function<MemoryDataset, Split> splitting,
      TrainOptions options,
      TrainListener listener,
      Ranks ranks) {
    this.columns = samples.columns();
    this.options = options;
    this.listener = listener;
    this.created = Provenance.created(System.getenv());
    this.score = options.calibration().scoreOf(options.method());
    this.compute = Compute.on(options.device()).among(ranks);
    this.plan = plan(samples, heldOut, options, compute);
    plan.requireRoom();
    this.samples = samples.inMemory();
    this.split = splitting.apply(this.samples);
    this.data =
        new TrainingData(
            this.samples, split.fit(), split.heldOut(), options.objective().loss(), compute);
  }

  /**
   * What {@link #fit} would do. Reads one sample at most, and refuses nothing for its size.
   *
   * @throws DataException when there are too few samples, or the options do not go with them
   */
  public static TrainingPlan plan(Dataset data, TrainOptions options) {
    return plan(data, heldOut(data, options), chosen(data, options), Compute.on(options.device()));
  }

  private static TrainOptions chosen(Dataset data, TrainOptions options) {
    return options.chosenFor(data.shape(), TrainingPlan.countable(data) - heldOut(data, options));
  }

  private static int heldOut(Dataset data, TrainOptions options) {
    return options.calibration().sizeFor(data.name(), TrainingPlan.countable(data));
  }

  private static TrainingPlan plan(
      Dataset data, int heldOut, TrainOptions options, Compute compute) {
    int gallery = Math.min(options.gallery(), heldOut);
    Gallery.requireRoom(data.shape(), gallery);
    @Nullable NetworkOptions network = options.method().trainsNetwork() ? options.network() : null;
    return TrainingPlan.of(
        data,
        heldOut,
        Gallery.fileBytes(data.shape(), data.range(), gallery),
        network,
        options.objective().subspace(),
        options.learning().withBatchSize(options.learning().batchSizeOf(compute.ranks().size())),
        compute.toString());
  }

  public static TrainedModel fit(Dataset data, TrainOptions options, TrainListener listener) {
    return fit(data, options, listener, null);
  }

  /**
   * @param data normal samples; images in [0,1], tables and series as they are
   * @param checkpoint where training is saved now and then, or null
   * @throws DataException when the data cannot be learnt from, there is not enough memory for it,
   *     or training went wrong
   * @throws java.util.concurrent.CancellationException when the listener stopped it
   */
  public static TrainedModel fit(
      Dataset data,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {
    requireThere(checkpoint);
    Libtorch.load();
    // Tensors are freed when the scope ends: a program may train many detectors one after another.
    try (PointerScope scope = new PointerScope()) {
      Function<MemoryDataset, Split> split =
          samples -> Split.of(samples, options.calibration(), options.seed());
      return new Trainer(
              data, heldOut(data, options), split, chosen(data, options), listener, Ranks.ALONE)
          .fit(checkpoint)
          .orElseThrow();
    }
  }

  /**
   * Takes part in a training of several ranks, all of which call this with the same options. A
   * batch of the options is that of all ranks together: R ranks make the steps that one would make,
   * each with an R-th of every batch. The same seed and shards give the same detector bit for bit.
   * Only the St-RKM can be trained so.
   *
   * @param checkpoint the same on all ranks; the first one alone reads and writes it
   * @return the detector on rank 0, nothing on the others
   * @throws DataException as of {@link #fit(Dataset, TrainOptions, TrainListener, CheckpointFile)},
   *     also when another rank had reason to
   * @throws dev.stranger.DeviceException when another rank is lost; it can be tried again
   * @throws java.util.concurrent.CancellationException when the listener of any rank stopped it
   */
  public static Optional<TrainedModel> fit(
      Shard shard,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {
    Ranks ranks = shard.ranks();
    Libtorch.load();
    try (PointerScope scope = new PointerScope()) {
      requireShared(shard, options);
      if (ranks.isFirst()) {
        requireThere(checkpoint);
      }
      return new Trainer(
              shard.all(),
              shard.heldOutSize(),
              samples -> shard.split(),
              chosen(shard, options),
              listener,
              ranks)
          .fit(checkpoint);
    } catch (StrangerException e) {
      ranks.giveUp(e);
      throw e;
    }
  }

  private static TrainOptions chosen(Shard shard, TrainOptions options) {
    double samples = shard.ranks().sum(shard.samples().size())[0];
    return options.chosenFor(shard.samples().shape(), (int) Math.min(samples, Integer.MAX_VALUE));
  }

  /** What ranks can do together, and that they are about the same. */
  private static void requireShared(Shard shard, TrainOptions options) {
    if (!options.method().runsInRanks()) {
      throw new DataException(
          "several ranks cannot train %s together; use st_rkm, or one rank"
              .formatted(options.method().key()));
    }
    if (options.calibration().byLabel()) {
      throw new DataException(
          "several ranks cannot guarantee false alarms by label; leave that out, or use one rank");
    }
    if (shard.heldOut() != null) {
      options.calibration().requireEnough(shard.heldOut().name(), shard.heldOut().size());
    }
    int job = (options.text() + shard.samples().shape()).hashCode();
    if (Arrays.stream(shard.ranks().gather(job)).distinct().count() > 1) {
      throw new DataException(
          "the ranks have different options or shapes of samples; start all of them alike");
    }
  }

  private static void requireThere(@Nullable CheckpointFile checkpoint) {
    if (checkpoint != null && checkpoint.resume() && !Files.exists(checkpoint.path())) {
      throw new DataException(
          "there is no checkpoint %s to go on from; start without resuming"
              .formatted(checkpoint.path()),
          Remedy.RESUME);
    }
  }

  /** Nothing on other ranks than the first. */
  private Optional<TrainedModel> fit(@Nullable CheckpointFile checkpoint) {
    TrainingRun run =
        new TrainingRun(options.network(), options.objective(), loop(checkpoint), compute);
    ModelGraph model = compute.forked(() -> options.method().learn(data, run));
    long fitted = (long) compute.ranks().sum(split.fit().length)[0];
    if (!compute.ranks().isFirst()) {
      helpToPlace(model);
      return Optional.empty();
    }
    return Optional.of(calibrated(model, card(model, fitted, run.curve())));
  }

  /** What a score compares with are samples of all ranks; an energy needs none. */
  private void helpToPlace(ModelGraph model) {
    if (!model.energies().contains(score)) {
      placed(new byte[0]).outputs(Set.of(), sample -> true);
    }
  }

  /**
   * @param draft of the file, which the first rank has
   */
  private References placed(byte[] draft) {
    return new PlacedSamples(compute.ranks().share(draft), samples, split.fit(), compute, listener);
  }

  private TrainedModel calibrated(ModelGraph model, ModelCard card) {
    DetectorGraph graph = new DetectorGraph(model, data.standardisation(), data.shape());
    listener.phase("calibrating");
    Calibrator calibrator =
        new Calibrator(
            samples, columns, split, gallery(), options.calibration(), score, graph, this::placed);
    return calibrator.finish(card);
  }

  /** As many as were asked for, if so many are held out. */
  private int gallery() {
    return Math.min(options.gallery(), split.calibration().length);
  }

  private TrainingLoop loop(@Nullable CheckpointFile checkpoint) {
    int ranks = compute.ranks().size();
    String job =
        options.withDevice(plan.device()).text()
            + (ranks > 1 ? "\nranks=" + ranks : "")
            + "\n"
            + data.identity();
    return new TrainingLoop(
        options.learning(), options.seed(), options.recordSteps(), plan, listener, checkpoint, job);
  }

  private ModelCard card(ModelGraph model, long fitted, List<EpochResult> curve) {
    return new ModelCard(
        data.name(),
        data.sha256(),
        fitted,
        split.heldOut().length,
        gallery(),
        options.network().kindFor(data.shape()).toString(),
        model.facts(),
        options,
        compute.description(),
        curve,
        MadeStrangers.NONE,
        created);
  }
}
