package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.Remedy;
import dev.stranger.StoredDataset;
import dev.stranger.prepare.TableFit;
import dev.stranger.score.Gallery;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.DataCheck;
import dev.stranger.train.neighbour.NeighbourScore;
import dev.stranger.train.neighbour.RowScore;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.suspect.SuspectSearch;
import dev.stranger.train.suspect.Suspects;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Ranks;
import java.nio.file.Files;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A training whose samples are where they came from: what it will take, which is known before they
 * are read, and how they get to the models.
 *
 * @param models how many leave one sample out each, or 0
 * @param learnt how many of the samples a model learns from
 * @param heldOut how many others calibrate it
 * @param unseen how many of those that are learnt from the network does not see
 * @param splitting which ones that are
 * @param options with numbers for everything
 * @param checkpoint where training is saved now and then, or null
 */
record TrainingJob(
    Dataset data,
    int models,
    int learnt,
    int heldOut,
    int unseen,
    Function<IndexedDataset, Split> splitting,
    TrainOptions options,
    TrainListener listener,
    @Nullable CheckpointFile checkpoint) {

  /** On all samples of a set, but for those that are held out of them. */
  static TrainingJob of(
      Dataset data,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {
    int models = models(data, options);
    int heldOut = heldOut(data, models, options);
    int learnt = learnt(data, heldOut, options);
    int unseen = options.unseen(data.shape(), learnt);
    boolean few = models > 0 || strains(data, options);
    return new TrainingJob(
        data,
        models,
        learnt,
        heldOut,
        unseen,
        samples -> Split.of(samples, options.calibration(), options.seed()),
        options.chosenFor(TableFit.plannedShape(data), learnt - unseen, few),
        listener,
        checkpoint);
  }

  /** The part of one of several ranks. */
  static TrainingJob of(
      Shard shard,
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint) {
    return new TrainingJob(
        shard.all(),
        0,
        TrainingPlan.countable(shard.samples()),
        shard.heldOutSize(),
        0,
        samples -> shard.split(),
        shard.chosen(options),
        listener,
        checkpoint);
  }

  /** How many models leave one sample out each; 0 where a part of the samples is held out. */
  private static int models(Dataset data, TrainOptions options) {
    boolean windows = data.windows() != null;
    return options.calibration().modelsFor(data.name(), TrainingPlan.countable(data), windows);
  }

  private static int heldOut(Dataset data, int models, TrainOptions options) {
    return models > 0
        ? 1
        : Split.heldOut(data, options.calibration(), TrainingPlan.countable(data));
  }

  /** Of windows, a split tells how many lie too near to those that are held out. */
  private static int learnt(Dataset data, int heldOut, TrainOptions options) {
    return data.windows() == null
        ? TrainingPlan.countable(data) - heldOut
        : Split.ofAll(data, options.calibration(), options.seed()).fit().length;
  }

  private static boolean strains(Dataset data, TrainOptions options) {
    return options.calibration().strains(TrainingPlan.countable(data));
  }

  /** What all models take. Reads one sample at most, and refuses nothing for its size. */
  TrainingPlan plan() {
    return planOfAll(plan(Compute.on(options.device())));
  }

  private TrainingPlan planOfAll(TrainingPlan ofOne) {
    return ofOne.times(Math.max(1, models));
  }

  private TrainingPlan plan(Compute compute) {
    int gallery = Math.min(options.gallery(), heldOut);
    Gallery.requireRoom(data.shape(), gallery);
    @Nullable NetworkOptions network = options.method().trainsNetwork() ? options.network() : null;
    TrainingPlan plan =
        TrainingPlan.of(
            data,
            learnt,
            heldOut,
            unseen,
            Gallery.fileBytes(data.shape(), data.range(), gallery) + rowBytes(),
            network,
            options.objective().subspace(),
            options
                .learning()
                .withBatchSize(options.learning().batchSizeOf(compute.ranks().size())),
            compute.toString());
    return staysInMemory(plan, compute) ? plan : plan.inFile(TrainingPlan.countable(data));
  }

  /** Of the training rows that a detector file of a table keeps. */
  private long rowBytes() {
    boolean keepsRows = data.shape().rank() == 1 && comparesWithSamples();
    int times = options.contamination().isExpected() ? 2 : 1;
    return keepsRows ? times * RowScore.fileBytes(learnt, data.shape().size()) : 0;
  }

  private boolean comparesWithSamples() {
    return score().equals(NeighbourScore.KEY);
  }

  private String score() {
    return options.calibration().scoreOf(options.method());
  }

  /** Who gives samples with random access has decided already. */
  private boolean staysInMemory(TrainingPlan plan, Compute compute) {
    return data instanceof IndexedDataset
        ? !(data instanceof StoredDataset)
        : plan.fitsHere() && compute.hasRoomFor(plan.setBytes());
  }

  /**
   * @throws DataException when the checkpoint cannot be used
   */
  void requireCheckpoint() {
    if (models > 0 && checkpoint != null) {
      throw new DataException(
          "a checkpoint keeps one model, but %d are trained that leave one sample out each; train"
                  .formatted(models)
              + " without a checkpoint");
    }
    if (checkpoint != null && checkpoint.resume() && !Files.exists(checkpoint.path())) {
      throw new DataException(
          "there is no checkpoint %s to go on from; start without resuming"
              .formatted(checkpoint.path()),
          Remedy.RESUME);
    }
  }

  /** Reads the samples into memory, or into a file where memory has no room for them. */
  Optional<TrainedModel> run(Ranks ranks) {
    score(); // complains before data is read
    requireSuspectsUsed();
    Compute compute = Compute.on(options.device()).among(ranks);
    Shard.requireOwnProcesses(ranks, compute.isCuda());
    TrainingPlan plan = plan(compute);
    planOfAll(plan).requireRoom();
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

  private void requireSuspectsUsed() {
    if (!options.contamination().isExpected()) {
      return;
    }
    if (!options.method().looksForSuspects()) {
      throw new DataException(
          "the method %s does not look for suspects; use st_rkm".formatted(options.method().key()));
    }
    if (!comparesWithSamples()) {
      throw new DataException(
          "the score %s compares with no samples, so suspects cannot count half; leave the score or"
                  .formatted(score())
              + " the contamination out");
    }
    if (models > 0) {
      throw new DataException(
          "models that leave one sample out each cannot let suspects count half; leave the"
              + " contamination out, or give more samples");
    }
  }

  private Optional<TrainedModel> fit(IndexedDataset samples, Compute compute, TrainingPlan plan) {
    DataCheck.requireScales(samples); // before suspects are looked for
    return models > 0
        ? Optional.of(fitLeavingOneOut(samples, compute, plan))
        : fitHoldingOut(splitting.apply(samples), samples, compute, plan);
  }

  private TrainedModel fitLeavingOneOut(
      IndexedDataset samples, Compute compute, TrainingPlan plan) {
    Suspects suspects = suspects(samples, Split.shuffled(samples, options.seed()));
    return new LeaveOneOut(samples, models, suspects, unseen, options, listener, compute, plan)
        .fit();
  }

  private Optional<TrainedModel> fitHoldingOut(
      Split split, IndexedDataset samples, Compute compute, TrainingPlan plan) {
    if (strains(samples, options)) {
      listener.note(
          "%,d of the %,d samples are held out, as many as the guarantee needs; a detector of more"
                  .formatted(heldOut, samples.size())
              + " samples would be better, or one that leaves one sample out at a time");
    }
    Suspects suspects = compute.ranks().isAlone() ? suspects(samples, split.fit()) : Suspects.NONE;
    return new Trainer(samples, split, suspects, unseen, options, listener, compute, plan)
        .fit(checkpoint);
  }

  /**
   * @param positions of the samples to learn from, shuffled
   */
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
