package dev.stranger.train;

import dev.stranger.DataException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Epochs over the training set, with progress, checkpoints and early stopping. The order of an
 * epoch and the noise of a step depend on the seed and on their number alone, so that training goes
 * on from a checkpoint as if it had never stopped.
 */
final class TrainingLoop {

  /** Samples that tell whether training got anywhere. */
  private static final int PROBE = 1024;

  private final TrainOptions options;
  private final LearningOptions learning;
  private final TrainListener listener;
  private final @Nullable CheckpointFile checkpoint;
  private final String job;
  private final List<EpochResult> curve = new ArrayList<>();

  TrainingLoop(
      TrainOptions options,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint,
      String dataDigest) {
    this.options = options;
    this.learning = options.learning();
    this.listener = listener;
    this.checkpoint = checkpoint;
    this.job = options + " on " + dataDigest;
  }

  /**
   * @param noisy whether the objective uses random numbers
   * @return how the epochs went
   */
  List<EpochResult> run(TrainingState state, TrainingSet samples, boolean noisy) {
    int held = learning.patience() > 0 ? samples.size() / 10 : 0;
    int fitted = samples.size() - held;
    int batchSize = learning.batchSizeFor(fitted);
    requireLargerBatch(batchSize);
    int steps = fitted / batchSize;
    int epochs = learning.epochsFor(fitted);
    long parameters = state.network().parameters().count();
    listener.start(
        epochs,
        steps,
        samples.size(),
        parameters,
        state.network().parameters().compute().toString());

    int probe = Math.min(fitted, PROBE);
    double before = state.evaluate(samples, 0, probe, batchSize);
    Position start = resume(state);
    for (int epoch = start.epoch(); epoch < epochs && !hasStalled(); epoch++) {
      Epoch job = new Epoch(state, samples, epoch, epochs, steps, batchSize, fitted, noisy);
      run(job, epoch == start.epoch() ? start.step() : 0);
      seedNoise(job, steps);
      double heldOut =
          held == 0 ? Double.NaN : state.evaluate(samples, fitted, samples.size(), batchSize);
      curve.add(new EpochResult(state.takeObjectiveSum() / steps, heldOut));
      requireFinite(epoch);
      listener.epoch(epoch + 1, curve.get(epoch));
      if (checkpoint != null && (epoch + 1) % checkpoint.everyEpochs() == 0) {
        save(state, epoch + 1, 0);
      }
    }
    requireProgress(before, state.evaluate(samples, 0, probe, batchSize));
    return List.copyOf(curve);
  }

  /** Centred over a batch, m + 1 feature vectors span m directions, and a single one none. */
  private void requireLargerBatch(int batchSize) {
    int subspace = options.objective().subspace();
    if (batchSize <= subspace) {
      throw new DataException(
          "a batch of %d samples cannot show the %d directions of the subspace; use %d or more"
              .formatted(batchSize, subspace, subspace + 1));
    }
  }

  private record Position(int epoch, int step) {}

  private record Epoch(
      TrainingState state,
      TrainingSet samples,
      int number,
      int epochs,
      int steps,
      int batchSize,
      int fitted,
      boolean noisy) {}

  private void run(Epoch epoch, int firstStep) {
    double factor = learning.schedule().factor(epoch.number(), epoch.epochs());
    int[] shuffled =
        Split.permutation(epoch.fitted(), Split.random(options.seed(), epoch.number()));
    try (Tensor order = epoch.samples().order(shuffled)) {
      for (int step = firstStep; step < epoch.steps(); step++) {
        long stepsBefore = (long) epoch.number() * epoch.steps() + step;
        try (PointerScope scope = new PointerScope()) {
          seedNoise(epoch, step);
          Tensor batch =
              epoch.samples().batch(order, (long) step * epoch.batchSize(), epoch.batchSize());
          epoch
              .state()
              .step(
                  batch,
                  factor * learning.learningRate(),
                  factor * learning.stiefelRate(),
                  stepsBefore);
        }
        listener.step(epoch.number() + 1, step + 1);
        if (listener.stop()) {
          stop(epoch.state(), epoch.number(), step + 1);
        }
      }
    }
  }

  /** The noise of a step, or of the evaluation behind the last one, depends on its number alone. */
  private void seedNoise(Epoch epoch, int step) {
    if (epoch.noisy()) {
      long number = (long) epoch.number() * (epoch.steps() + 1) + step;
      torch.manual_seed(Split.random(options.seed(), ~number).nextLong());
    }
  }

  private void stop(TrainingState state, int epoch, int step) {
    if (checkpoint == null) {
      throw new CancellationException(
          "training was stopped in epoch %d; nothing was kept".formatted(epoch + 1));
    }
    save(state, epoch, step);
    throw new CancellationException(
        "training was stopped in epoch %d; go on with --resume from %s"
            .formatted(epoch + 1, checkpoint.path()));
  }

  private void save(TrainingState state, int epoch, int step) {
    if (checkpoint != null) {
      Checkpoint.of(job, epoch, step, curve, state).write(checkpoint.path());
    }
  }

  private Position resume(TrainingState state) {
    if (checkpoint == null || !checkpoint.resume()) {
      return new Position(0, 0);
    }
    if (!Files.exists(checkpoint.path())) {
      throw new DataException(
          "there is no checkpoint %s to go on from; leave out --resume to start"
              .formatted(checkpoint.path()));
    }
    Checkpoint saved = Checkpoint.read(checkpoint.path(), job, state);
    saved.restore(state);
    curve.addAll(saved.curve());
    return new Position(saved.epoch(), saved.step());
  }

  /** Whether held-out samples have not become better for as long as patience lasts. */
  private boolean hasStalled() {
    if (learning.patience() == 0 || curve.size() <= learning.patience()) {
      return false;
    }
    int recent = curve.size() - learning.patience();
    return best(curve.subList(recent, curve.size())) >= best(curve.subList(0, recent));
  }

  private static double best(List<EpochResult> results) {
    return results.stream().mapToDouble(EpochResult::heldOut).min().orElseThrow();
  }

  private void requireFinite(int epoch) {
    double objective = curve.get(epoch).objective();
    if (!Double.isFinite(objective)) {
      throw new DataException(
          "training diverged in epoch %d (objective %s); lower the learning rate"
              .formatted(epoch + 1, objective));
    }
  }

  /** Scores of a network that did not learn would look like scores, and mean nothing. */
  private static void requireProgress(double before, double after) {
    if (!(after < before * (1 - 1e-4))) {
      throw new DataException(
          "training did not improve the objective (%s before, %s after);".formatted(before, after)
              + " check the data, or change the learning rate");
    }
  }
}
