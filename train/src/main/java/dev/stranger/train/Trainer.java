package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Remedy;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * Learns a detector from normal samples alone. Holds the data in memory. On a CPU the same data,
 * options and number of threads give the same detector bit for bit, but for the time in its card.
 */
public final class Trainer {

  private final TrainingPlan plan;
  private final Compute compute;
  private final MemoryDataset data;
  private final List<String> columns;
  private final TrainOptions options;
  private final TrainListener listener;
  private final String score;
  private final Split split;
  private final Instant created;
  private final Loss loss;
  private final @Nullable Standardisation standardisation;

  private Trainer(Dataset data, TrainOptions options, TrainListener listener) {
    this.columns = data.columns();
    this.options = options;
    this.listener = listener;
    this.created = Provenance.created(System.getenv());
    this.score = options.calibration().scoreOf(options.method());
    this.compute = Compute.on(options.device());
    this.plan = TrainingPlan.of(data, options, compute.toString());
    plan.requireRoom();
    this.data = data.inMemory();
    DataCheck.requireFinite(this.data);
    DataCheck.requireVariety(this.data);
    this.split = Split.of(this.data, options.calibration(), options.seed());
    this.loss = DataCheck.loss(this.data, options.objective().loss());
    this.standardisation =
        loss == Loss.SQUARED ? Standardisation.fit(this.data, split.fit()) : null;
  }

  /**
   * What {@link #fit} would do. Reads one sample at most, and refuses nothing for its size.
   *
   * @throws DataException when there are too few samples, or the options do not go with them
   */
  public static TrainingPlan plan(Dataset data, TrainOptions options) {
    return TrainingPlan.of(data, options, Compute.on(options.device()).toString());
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
    if (checkpoint != null && checkpoint.resume() && !Files.exists(checkpoint.path())) {
      throw new DataException(
          "there is no checkpoint %s to go on from; start without resuming"
              .formatted(checkpoint.path()),
          Remedy.RESUME);
    }
    Libtorch.load();
    // Tensors are freed when the scope ends: a program may train many detectors one after another.
    try (PointerScope scope = new PointerScope()) {
      return new Trainer(data, options, listener).fit(checkpoint);
    }
  }

  private TrainedModel fit(@Nullable CheckpointFile checkpoint) {
    String digest = Provenance.digest(data);
    Lesson lesson =
        new Lesson(
            data,
            split.fit(),
            split.heldOut(),
            standardisation,
            loss,
            options,
            listener,
            checkpoint,
            digest,
            plan,
            compute);
    ModelGraph model = compute.forked(() -> options.method().learn(lesson));
    DetectorGraph graph = new DetectorGraph(model, standardisation, data.shape());
    listener.phase("calibrating");
    Calibrator calibrator =
        new Calibrator(
            data, columns, split, options.calibration(), score, graph, compute, listener);
    return new TrainedModel(calibrator.finish(card(digest, model, lesson)), lesson.curve());
  }

  private String card(String digest, ModelGraph model, Lesson lesson) {
    return new ModelCard(
            data.name(),
            digest,
            split.fit().length,
            split.heldOut().length,
            options.network().kindFor(data.shape()).toString(),
            model,
            options,
            compute.description(),
            lesson.curve(),
            created)
        .toJson();
  }
}
