package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.StrangerException;
import dev.stranger.series.Windowed;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
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
import dev.stranger.train.suspect.Suspects;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import dev.stranger.train.torch.Ranks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * Learns a detector from normal samples alone. Holds the data in memory where that has room, else
 * in a temporary file; data with random access is used as it is. On a CPU the same data, options
 * and number of threads give the same detector bit for bit, but for the time in its card, wherever
 * the samples are.
 *
 * <p>By default the number of epochs follows the work, so that a training takes minutes on two
 * cores; {@link #plan} estimates its memory. Several threads may train at once, each as if it were
 * alone, but they share the cores or the GPU.
 */
public final class Trainer {

  private final TrainOptions options;
  private final TrainListener listener;
  private final Compute compute;
  private final TrainingPlan plan;
  private final List<Column> columns;
  private final IndexedDataset samples;
  private final Split split;
  private final Suspects suspects;
  private final TrainingData data;
  private final String score;
  private final Instant created;

  /**
   * What {@link #fit} would do. Reads one sample at most, and refuses nothing for its size.
   *
   * @throws DataException when there are too few samples, or the options do not go with them
   */
  public static TrainingPlan plan(Dataset data, TrainOptions options) {
    return TrainingJob.of(data, options, TrainListener.NONE, null).plan();
  }

  /**
   * As {@link #fit(Dataset, TrainOptions, TrainListener, CheckpointFile)}, without a checkpoint.
   */
  public static TrainedModel fit(Dataset data, TrainOptions options, TrainListener listener) {
    return fit(data, options, listener, null);
  }

  /**
   * Takes as long and as much memory as the {@link #plan} says.
   *
   * @param data normal samples; images in [0,1], tables and series as they are
   * @param listener called by the thread that trains
   * @param checkpoint where training is saved now and then, or null
   * @throws DataException when the data cannot be learnt from, there is not enough memory for it,
   *     or training went wrong
   * @throws dev.stranger.RequestException when it has to be kept in a file that cannot be written
   * @throws java.util.concurrent.CancellationException when the listener stopped it
   */
  public static TrainedModel fit(
      Dataset data,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {
    TrainingJob job = TrainingJob.of(data, options, listener, checkpoint);
    job.requireCheckpoint();
    Libtorch.load();
    // Tensors are freed when the scope ends: a program may train many detectors one after another.
    try (PointerScope scope = new PointerScope()) {
      return job.run(Ranks.ALONE).orElseThrow();
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
      shard.requireShared(options);
      TrainingJob job = TrainingJob.of(shard, options, listener, checkpoint);
      if (ranks.isFirst()) {
        job.requireCheckpoint();
      }
      return job.run(ranks);
    } catch (StrangerException e) {
      ranks.giveUp(e);
      throw e;
    }
  }

  /** Learns from all samples of the split. */
  Trainer(
      IndexedDataset samples,
      Split split,
      int unseen,
      TrainOptions options,
      TrainListener listener,
      Compute compute,
      TrainingPlan plan) {
    this(samples, split, Suspects.NONE, unseen, options, listener, compute, plan);
  }

  /**
   * One model.
   *
   * @param unseen how many of the samples to learn from the network does not see
   * @param options with numbers for everything
   */
  Trainer(
      IndexedDataset samples,
      Split split,
      Suspects suspects,
      int unseen,
      TrainOptions options,
      TrainListener listener,
      Compute compute,
      TrainingPlan plan) {
    this.columns = samples.columns();
    this.options = options;
    this.listener = listener;
    this.created = Provenance.created(System.getenv());
    this.score = options.calibration().scoreOf(options.method());
    this.compute = compute;
    this.samples = samples;
    this.split = split;
    this.plan = compute.ranks().isAlone() ? plan.learningFrom(split.fit().length) : plan;
    this.suspects = suspects;
    this.data =
        new TrainingData(
            samples,
            split.fit(),
            unseen,
            suspects.halvedOf(split.fit()),
            split.heldOut(),
            options.objective().loss(),
            compute);
  }

  /** Nothing on other ranks than the first. */
  Optional<TrainedModel> fit(@Nullable CheckpointFile checkpoint) {
    TrainingRun run = run(checkpoint);
    ModelGraph model = learn(run);
    long fitted = (long) compute.ranks().sum(split.fit().length)[0];
    if (!compute.ranks().isFirst()) {
      helpToPlace(model);
      return Optional.empty();
    }
    ModelCard card = card(model, fitted, run.curve());
    listener.phase("calibrating");
    return Optional.of(calibrator(graph(model)).finish(card));
  }

  /** Trains and scores the samples that are held out, and leaves the calibration to others. */
  LeaveOneOut.Model model() {
    TrainingRun run = run(null);
    ModelGraph model = learn(run);
    ModelCard card = card(model, split.fit().length, run.curve());
    DetectorGraph graph = graph(model);
    return new LeaveOneOut.Model(card, graph, calibrator(graph).fit(card.toJson()));
  }

  private TrainingRun run(@Nullable CheckpointFile checkpoint) {
    return new TrainingRun(options.network(), options.objective(), loop(checkpoint), compute);
  }

  private ModelGraph learn(TrainingRun run) {
    return compute.forked(() -> options.method().learn(data, run));
  }

  private DetectorGraph graph(ModelGraph model) {
    return new DetectorGraph(model, data.preparation(), samples.shape());
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

  private Calibrator calibrator(DetectorGraph graph) {
    return new Calibrator(
        samples,
        columns,
        windowing(samples),
        split,
        gallery(),
        options.calibration(),
        score,
        graph,
        this::placed);
  }

  static @Nullable Windowing windowing(Dataset samples) {
    @Nullable Windowed windows = samples.windows();
    return windows == null ? null : windows.windowing();
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
        1,
        gallery(),
        options.network().kindFor(data.shape()).toString(),
        model.facts(),
        options,
        compute.description(),
        curve,
        MadeStrangers.NONE,
        suspects,
        created);
  }
}
