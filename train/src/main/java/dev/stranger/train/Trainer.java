package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.IndexedDataset;
import dev.stranger.Remedy;
import dev.stranger.StoredDataset;
import dev.stranger.score.Gallery;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingLoop;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
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
  private final List<String> columns;
  private final IndexedDataset samples;
  private final Split split;
  private final TrainingData data;
  private final String score;
  private final Instant created;

  /**
   * @param options with numbers for everything
   */
  private Trainer(
      IndexedDataset samples,
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
    this.plan = plan;
    this.samples = samples;
    this.split = Split.of(samples, options.calibration(), options.seed());
    this.data =
        new TrainingData(
            samples, split.fit(), split.heldOut(), options.objective().loss(), compute);
  }

  /**
   * What {@link #fit} would do. Reads one sample at most, and refuses nothing for its size.
   *
   * @throws DataException when there are too few samples, or the options do not go with them
   */
  public static TrainingPlan plan(Dataset data, TrainOptions options) {
    return plan(data, chosen(data, options), Compute.on(options.device()));
  }

  private static TrainOptions chosen(Dataset data, TrainOptions options) {
    return options.chosenFor(data.shape(), TrainingPlan.countable(data) - heldOut(data, options));
  }

  private static int heldOut(Dataset data, TrainOptions options) {
    return options.calibration().sizeFor(data.name(), TrainingPlan.countable(data));
  }

  private static TrainingPlan plan(Dataset data, TrainOptions options, Compute compute) {
    int gallery = Math.min(options.gallery(), heldOut(data, options));
    Gallery.requireRoom(data.shape(), gallery);
    @Nullable NetworkOptions network = options.method().trainsNetwork() ? options.network() : null;
    TrainingPlan plan =
        TrainingPlan.of(
            data,
            heldOut(data, options),
            Gallery.fileBytes(data.shape(), data.range(), gallery),
            network,
            options.objective().subspace(),
            options.learning(),
            compute.toString());
    return staysInMemory(data, plan, compute) ? plan : plan.inFile();
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
    if (checkpoint != null && checkpoint.resume() && !Files.exists(checkpoint.path())) {
      throw new DataException(
          "there is no checkpoint %s to go on from; start without resuming"
              .formatted(checkpoint.path()),
          Remedy.RESUME);
    }
    Libtorch.load();
    // Tensors are freed when the scope ends: a program may train many detectors one after another.
    try (PointerScope scope = new PointerScope()) {
      TrainOptions chosen = chosen(data, options);
      chosen.calibration().scoreOf(chosen.method()); // complains before data is read
      Compute compute = Compute.on(chosen.device());
      TrainingPlan plan = plan(data, chosen, compute);
      plan.requireRoom();
      if (data instanceof IndexedDataset held) {
        return new Trainer(held, chosen, listener, compute, plan).fit(checkpoint);
      }
      if (!plan.inScratch()) {
        return new Trainer(data.inMemory(), chosen, listener, compute, plan).fit(checkpoint);
      }
      plan.requireScratch(chosen.scratch());
      listener.note(plan.scratchInWords(chosen.scratch()));
      try (StoredDataset stored = data.stored(chosen.scratch())) {
        return new Trainer(stored, chosen, listener, compute, plan).fit(checkpoint);
      }
    }
  }

  private TrainedModel fit(@Nullable CheckpointFile checkpoint) {
    TrainingRun run =
        new TrainingRun(options.network(), options.objective(), loop(checkpoint), compute);
    ModelGraph model = compute.forked(() -> options.method().learn(data, run));
    DetectorGraph graph = new DetectorGraph(model, data.standardisation(), data.shape());
    listener.phase("calibrating");
    Calibrator calibrator =
        new Calibrator(
            samples,
            columns,
            split,
            gallery(),
            options.calibration(),
            score,
            graph,
            draft -> new PlacedSamples(draft, samples, split.fit(), compute, listener));
    return calibrator.finish(card(model, run.curve()));
  }

  /** As many as were asked for, if so many are held out. */
  private int gallery() {
    return Math.min(options.gallery(), split.calibration().length);
  }

  private TrainingLoop loop(@Nullable CheckpointFile checkpoint) {
    String job = options.withDevice(plan.device()).text() + "\n" + data.identity();
    return new TrainingLoop(
        options.learning(), options.seed(), options.recordSteps(), plan, listener, checkpoint, job);
  }

  private ModelCard card(ModelGraph model, List<EpochResult> curve) {
    return new ModelCard(
        data.name(),
        data.sha256(),
        split.fit().length,
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
