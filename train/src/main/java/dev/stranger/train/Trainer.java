package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.Remedy;
import dev.stranger.StoredDataset;
import dev.stranger.StrangerException;
import dev.stranger.prepare.TableFit;
import dev.stranger.score.Gallery;
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
import dev.stranger.train.neighbour.NeighbourScore;
import dev.stranger.train.neighbour.RowScore;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.suspect.SuspectSearch;
import dev.stranger.train.suspect.Suspects;
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
 * Learns a detector from normal samples alone. Holds the data in memory where that has room, else
 * in a temporary file; data with random access is used as it is. On a CPU the same data, options
 * and number of threads give the same detector bit for bit, but for the time in its card, wherever
 * the samples are.
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
   * @param unseen how many of the samples to learn from the network does not see
   * @param options with numbers for everything
   */
  private Trainer(
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

  /**
   * What {@link #fit} would do. Reads one sample at most, and refuses nothing for its size.
   *
   * @throws DataException when there are too few samples, or the options do not go with them
   */
  public static TrainingPlan plan(Dataset data, TrainOptions options) {
    int learnt = learnt(data, options);
    int unseen = options.unseen(data.shape(), learnt);
    TrainingPlan plan =
        plan(
            data,
            learnt,
            heldOut(data, options),
            unseen,
            chosen(data, learnt - unseen, options),
            Compute.on(options.device()));
    return plan.times(Math.max(1, models(data, options)));
  }

  /**
   * @param seen how many samples the network sees
   */
  private static TrainOptions chosen(Dataset data, int seen, TrainOptions options) {
    return options.chosenFor(
        TableFit.plannedShape(data), seen, models(data, options) > 0 || strains(data, options));
  }

  private static boolean strains(Dataset data, TrainOptions options) {
    return options.calibration().strains(TrainingPlan.countable(data));
  }

  /** Of windows, a split tells how many lie too near to those that are held out. */
  private static int learnt(Dataset data, TrainOptions options) {
    return data.windows() == null
        ? TrainingPlan.countable(data) - heldOut(data, options)
        : Split.ofAll(data, options.calibration(), options.seed()).fit().length;
  }

  private static int heldOut(Dataset data, TrainOptions options) {
    return models(data, options) > 0
        ? 1
        : Split.heldOut(data, options.calibration(), TrainingPlan.countable(data));
  }

  /** How many models leave one sample out each; 0 where a part of the samples is held out. */
  private static int models(Dataset data, TrainOptions options) {
    boolean windows = data.windows() != null;
    return options.calibration().modelsFor(data.name(), TrainingPlan.countable(data), windows);
  }

  private static TrainingPlan plan(
      Dataset data, int learnt, int heldOut, int unseen, TrainOptions options, Compute compute) {
    int gallery = Math.min(options.gallery(), heldOut);
    Gallery.requireRoom(data.shape(), gallery);
    @Nullable NetworkOptions network = options.method().trainsNetwork() ? options.network() : null;
    TrainingPlan plan =
        TrainingPlan.of(
            data,
            learnt,
            heldOut,
            unseen,
            Gallery.fileBytes(data.shape(), data.range(), gallery)
                + rowBytes(data, learnt, options),
            network,
            options.objective().subspace(),
            options
                .learning()
                .withBatchSize(options.learning().batchSizeOf(compute.ranks().size())),
            compute.toString());
    return staysInMemory(data, plan, compute) ? plan : plan.inFile(TrainingPlan.countable(data));
  }

  /** Of the training rows that a detector file of a table keeps. */
  private static long rowBytes(Dataset data, int learnt, TrainOptions options) {
    boolean keepsRows =
        data.shape().rank() == 1
            && options.calibration().scoreOf(options.method()).equals(NeighbourScore.KEY);
    int times = options.contamination().isExpected() ? 2 : 1;
    return keepsRows ? times * RowScore.fileBytes(learnt, data.shape().size()) : 0;
  }

  /** Who gives samples with random access has decided already. */
  private static boolean staysInMemory(Dataset data, TrainingPlan plan, Compute compute) {
    return data instanceof IndexedDataset
        ? !(data instanceof StoredDataset)
        : plan.fitsHere() && compute.hasRoomFor(plan.setBytes());
  }

  public static TrainedModel fit(Dataset data, TrainOptions options, TrainListener listener) {
    return fit(data, options, listener, null);
  }

  /**
   * @param data normal samples; images in [0,1], tables and series as they are
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
    int models = models(data, options);
    requireOneModel(models, checkpoint);
    requireThere(checkpoint);
    Libtorch.load();
    int learnt = learnt(data, options);
    int unseen = options.unseen(data.shape(), learnt);
    // Tensors are freed when the scope ends: a program may train many detectors one after another.
    try (PointerScope scope = new PointerScope()) {
      return new Job(
              data,
              models,
              learnt,
              heldOut(data, options),
              unseen,
              samples -> Split.of(samples, options.calibration(), options.seed()),
              chosen(data, learnt - unseen, options),
              listener,
              checkpoint)
          .run(Ranks.ALONE)
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
      return new Job(
              shard.all(),
              0,
              TrainingPlan.countable(shard.all()) - shard.heldOutSize(),
              shard.heldOutSize(),
              0,
              samples -> shard.split(),
              chosen(shard, options),
              listener,
              checkpoint)
          .run(ranks);
    } catch (StrangerException e) {
      ranks.giveUp(e);
      throw e;
    }
  }

  /**
   * A training whose samples are where they came from.
   *
   * @param models how many leave one sample out each, or 0
   * @param learnt how many of the samples a model learns from
   * @param heldOut how many others calibrate it
   * @param unseen how many of those that are learnt from the network does not see
   * @param splitting which ones that are
   * @param options with numbers for everything
   */
  private record Job(
      Dataset data,
      int models,
      int learnt,
      int heldOut,
      int unseen,
      Function<IndexedDataset, Split> splitting,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {

    /** Reads the samples into memory, or into a file where memory has no room for them. */
    Optional<TrainedModel> run(Ranks ranks) {
      options.calibration().scoreOf(options.method()); // complains before data is read
      requireSuspectsUsed(options, models == 0);
      Compute compute = Compute.on(options.device()).among(ranks);
      requireOwnProcesses(ranks, compute.isCuda());
      TrainingPlan plan = plan(data, learnt, heldOut, unseen, options, compute);
      (models > 0 ? plan.times(models) : plan).requireRoom();
      if (data instanceof IndexedDataset held) {
        return fit(held, compute, plan);
      }
      if (!plan.inScratch()) {
        return fit(data.inMemory(), compute, plan);
      }
      plan.requireScratch(options.scratch());
      listener.note(plan.scratchInWords(options.scratch()));
      // Others would wait for a rank that stopped here.
      Dataset read = ranks.isAlone() ? data.map(new StopWhileReading(listener)) : data;
      try (StoredDataset stored = read.stored(options.scratch())) {
        return fit(stored, compute, plan);
      }
    }

    private Optional<TrainedModel> fit(IndexedDataset samples, Compute compute, TrainingPlan plan) {
      if (models > 0) {
        Suspects suspects = suspects(samples, Split.shuffled(samples, options.seed()));
        LeaveOneOut all =
            new LeaveOneOut(samples, models, suspects, unseen, options, listener, compute, plan);
        return Optional.of(all.fit());
      }
      Split split = splitting.apply(samples);
      if (strains(samples, options)) {
        listener.note(
            "%,d of the %,d samples are held out, as many as the guarantee needs; a detector of more"
                    .formatted(heldOut, samples.size())
                + " samples would be better, or one that leaves one sample out at a time");
      }
      Suspects suspects =
          compute.ranks().isAlone() ? suspects(samples, split.fit()) : Suspects.NONE;
      return new Trainer(samples, split, suspects, unseen, options, listener, compute, plan)
          .fit(checkpoint);
    }

    private Suspects suspects(IndexedDataset samples, int[] positions) {
      if (!options.method().looksForSuspects()) {
        return Suspects.NONE;
      }
      Suspects suspects =
          SuspectSearch.among(samples, positions, options.contamination(), options.seed());
      if (suspects.isSaid()) {
        listener.note(suspects.summary());
      }
      return suspects;
    }
  }

  private static void requireSuspectsUsed(TrainOptions options, boolean heldOut) {
    if (!options.contamination().isExpected()) {
      return;
    }
    if (!options.method().looksForSuspects()) {
      throw new DataException(
          "the method %s does not look for suspects; use st_rkm".formatted(options.method().key()));
    }
    String score = options.calibration().scoreOf(options.method());
    if (!score.equals(NeighbourScore.KEY)) {
      throw new DataException(
          "the score %s compares with no samples, so suspects cannot count half; leave the score or"
                  .formatted(score)
              + " the contamination out");
    }
    if (!heldOut) {
      throw new DataException(
          "models that leave one sample out each cannot let suspects count half; leave the"
              + " contamination out, or give more samples");
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

  private static TrainOptions chosen(Shard shard, TrainOptions options) {
    double samples = shard.ranks().sum(shard.samples().size())[0];
    return options.chosenFor(
        TableFit.plannedShape(shard.samples()), (int) Math.min(samples, Integer.MAX_VALUE));
  }

  /** What ranks can do together, and that they are about the same. */
  private static void requireShared(Shard shard, TrainOptions options) {
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
    if (shard.heldOut() != null) {
      options.calibration().requireEnough(shard.heldOut().name(), shard.heldOut().size());
    }
    Dataset samples = shard.samples();
    int job = (options.text() + samples.shape() + samples.columns()).hashCode();
    if (Arrays.stream(shard.ranks().gather(job)).distinct().count() > 1) {
      throw new DataException(
          "the ranks have different options, columns or shapes of samples; start all of them alike");
    }
  }

  private static void requireOneModel(int models, @Nullable CheckpointFile checkpoint) {
    if (models > 0 && checkpoint != null) {
      throw new DataException(
          "a checkpoint keeps one model, but %d are trained that leave one sample out each; train"
                  .formatted(models)
              + " without a checkpoint");
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
