package dev.stranger.train.loop;

import dev.stranger.DataException;
import dev.stranger.train.loop.Learner.Rates;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Ranks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Epochs over the training set, with progress, checkpoints and early stopping. The order of an
 * epoch and the noise of a step depend on the seed and on their number alone, so that training goes
 * on from a checkpoint as if it had never stopped. Not thread-safe.
 */
public final class TrainingLoop {

  /** Samples that tell whether training got anywhere. */
  private static final int PROBE = 1024;

  /** A step goes there and, at twice the price, back. */
  private static final double PASS_OVER_STEP = 1.0 / 3;

  private final LearningOptions learning;
  private final long seed;
  private final boolean recordSteps;
  private final TrainingPlan plan;
  private final TrainListener listener;
  private final @Nullable CheckpointFile checkpoint;
  private final String job;
  private final List<EpochResult> curve = new ArrayList<>();

  /**
   * @param learning with numbers for everything
   * @param seed of the order of samples and of the noise
   * @param recordSteps whether a GPU records a step once and replays it
   * @param checkpoint where training is saved now and then, or null
   * @param job everything that the training depends on: a checkpoint of another one is refused
   */
  public TrainingLoop(
      LearningOptions learning,
      long seed,
      boolean recordSteps,
      TrainingPlan plan,
      TrainListener listener,
      @Nullable CheckpointFile checkpoint,
      String job) {
    this.learning = learning;
    this.seed = seed;
    this.recordSteps = recordSteps;
    this.plan = plan;
    this.listener = listener;
    this.checkpoint = checkpoint;
    this.job = job;
  }

  public LearningOptions learning() {
    return learning;
  }

  public long seed() {
    return seed;
  }

  public TrainListener listener() {
    return listener;
  }

  /**
   * Returns how the epochs went. Once a loop.
   *
   * @throws DataException when training went wrong
   * @throws CancellationException when the listener stopped it
   */
  public List<EpochResult> run(Learner learner, TrainingSet samples) {
    Compute compute = samples.compute();
    Ranks ranks = compute.ranks();
    if (checkpoint != null && ranks.isFirst()) {
      Checkpoint.requireReplaceable(checkpoint.path());
    }
    int own = learning.fitted(samples.size());
    int fitted = ranks.least(own); // all ranks make as many steps, of as many samples
    int held = ranks.least(samples.size() - own);
    int batchSize = Math.min(learning.batchSizeOf(ranks.size()), fitted);
    requireLargerBatch(batchSize * ranks.size(), learner);
    requireEnd(learner);
    int steps = steps(fitted, batchSize, ranks.size(), learner);
    int epochs = learning.epochs();
    Progress progress = Progress.of(learner, compute, learning.patience() > 0);
    Epoch first = new Epoch(progress, samples, 0, epochs, steps, batchSize, fitted, own);
    @Nullable Checkpoint saved = ranks.isFirst() ? saved(progress, steps) : null;
    int probe = Math.min(fitted, PROBE);
    double before;
    try (Feed feed = samples.feed(own, batchSize);
        StepRecorder recorder = recorder(progress, compute, feed)) {
      Duration time = compute.isCuda() || !ranks.isAlone() ? null : estimate(first, feed, saved);
      listener.start(plan.with(epochs, steps, batchSize, learner.parameters(), time));
      before = probe(learner, samples, probe, batchSize);
      Position start = shared(ranks, progress, resume(progress, saved));
      for (int epoch = start.epoch(); epoch < epochs && !hasStalled(); epoch++) {
        Epoch current = new Epoch(progress, samples, epoch, epochs, steps, batchSize, fitted, own);
        // What an epoch makes goes with it: there may be thousands.
        try (PointerScope scope = new PointerScope()) {
          run(current, feed, epoch == start.epoch() ? start.step() : 0, recorder);
          compute.noise().begin(current.noiseSeed(seed, steps));
          double heldOut =
              held == 0 ? Double.NaN : evaluate(learner, samples, own, own + held, batchSize);
          curve.add(new EpochResult(progress.takeSum() / steps, heldOut));
        }
        requireFinite(epoch);
        keepAlike(ranks, learner);
        if (held > 0 && isBest(epoch)) {
          progress.keep();
        }
        listener.epoch(epoch + 1, curve.get(epoch));
        if (checkpoint != null && ranks.isFirst() && (epoch + 1) % checkpoint.everyEpochs() == 0) {
          save(progress, epoch + 1, 0);
        }
      }
    }
    if (held > 0) {
      progress.restoreBest();
    }
    if (learner.settles()) {
      requireProgress(before, probe(learner, samples, probe, batchSize));
    }
    return List.copyOf(curve);
  }

  /** Whole batches, and the samples left where they are wished for and enough to learn from. */
  private int steps(int fitted, int batchSize, int ranks, Learner learner) {
    int left = ranks * (fitted % batchSize);
    boolean rest = learning.partialBatch() && left >= learner.smallestBatch();
    return fitted / batchSize + (rest ? 1 : 0);
  }

  /** Makes a few steps and undoes them. What follows the steps are passes there, not back. */
  private Duration estimate(Epoch epoch, Feed feed, @Nullable Checkpoint saved) {
    long done = saved == null ? 0 : (long) saved.epoch() * epoch.steps() + saved.step();
    long steps = (long) epoch.epochs() * epoch.steps() - done;
    try (PointerScope scope = new PointerScope()) {
      List<Tensor> state = epoch.progress().state();
      List<Tensor> before = Progress.copies(state);
      epoch.learner().setRates(new Rates(learning.learningRate(), learning.stiefelRate()));
      epoch.learner().enterEpoch(0, epoch.epochs());
      epoch.learner().beginEpoch(0, epoch.epochs());
      feed.begin(PermutationSampler.natural(epoch.own()), 0);
      double aStep = StepTimer.seconds(steps, i -> step(epoch, feed, i % epoch.steps(), seed));
      Progress.copy(before, state);
      double passes = plan.passes() / epoch.batchSize() * PASS_OVER_STEP;
      return Duration.ofMillis(Math.round(1000 * aStep * (steps + passes)));
    }
  }

  private static void requireLargerBatch(int batchSize, Learner learner) {
    if (batchSize < learner.smallestBatch()) {
      throw new DataException(
          "a batch of %d samples is too small to learn from; use %d or more"
              .formatted(batchSize, learner.smallestBatch()));
    }
  }

  /** Stopping early would follow the luck of the game, not what has been learnt. */
  private void requireEnd(Learner learner) {
    if (learning.patience() > 0 && !learner.settles()) {
      throw new DataException(
          "the objective of this method need not fall, so training cannot stop early; leave out the"
              + " patience");
    }
  }

  /** The objective of the first samples, with the same noise whenever it is asked for. */
  private double probe(Learner learner, TrainingSet samples, int count, int batchSize) {
    samples.compute().noise().begin(seed);
    return evaluate(learner, samples, 0, count, batchSize);
  }

  /**
   * Mean objective of the samples from {@code start} to {@code end}, without learning from them.
   */
  private static double evaluate(
      Learner learner, TrainingSet data, int start, int end, int batchSize) {
    double sum = 0;
    for (int at = start; at < end; at += batchSize) {
      int count = Math.min(batchSize, end - at);
      sum += count * objective(learner, data, at, count);
    }
    return sum / (end - start);
  }

  private static double objective(Learner learner, TrainingSet data, int start, int count) {
    return data.compute()
        .exactly(
            () -> {
              try (PointerScope scope = new PointerScope();
                  NoGradGuard guard = new NoGradGuard()) {
                return learner.objective(data.slice(start, count)).item_double();
              }
            });
  }

  private record Position(int epoch, int step) {}

  /**
   * @param fitted how many samples its steps have
   * @param own how many samples of this rank they are drawn from
   */
  private record Epoch(
      Progress progress,
      TrainingSet samples,
      int number,
      int epochs,
      int steps,
      int batchSize,
      int fitted,
      int own) {

    Learner learner() {
      return progress.learner();
    }

    /** How many samples a step has. */
    int size(int step) {
      return Math.min(batchSize, fitted - step * batchSize);
    }

    /** Of the noise of a step, or of the evaluation behind the last one. */
    long noiseSeed(long seed, int step) {
      int rank = samples.compute().ranks().rank();
      return SeededRandom.ofStep(seed, (long) number * (steps + 1) + step, rank).nextLong();
    }
  }

  /** Steps are recorded where that can be, and made one by one elsewhere. */
  private @Nullable StepRecorder recorder(Progress progress, Compute compute, Feed feed) {
    boolean alone = compute.ranks().isAlone(); // others cannot be waited for in a graph
    return compute.isCuda() && recordSteps && alone
        ? new StepRecorder(compute, feed, progress::step, listener)
        : null;
  }

  private void run(Epoch epoch, Feed feed, int firstStep, @Nullable StepRecorder recorder) {
    double factor = learning.schedule().factor(epoch.number(), epoch.epochs());
    epoch
        .learner()
        .setRates(new Rates(factor * learning.learningRate(), factor * learning.stiefelRate()));
    int kind = epoch.learner().enterEpoch(epoch.number(), epoch.epochs());
    if (firstStep == 0) {
      epoch.learner().beginEpoch(epoch.number(), epoch.epochs());
    }
    Ranks ranks = epoch.samples().compute().ranks();
    int[] shuffled =
        SeededRandom.permutation(
            epoch.own(), SeededRandom.ofEpoch(seed, epoch.number(), ranks.rank()));
    feed.begin(shuffled, firstStep);
    if (recorder != null) {
      recorder.begin(kind);
    }
    for (int step = firstStep; step < epoch.steps(); step++) {
      long stepsBefore = (long) epoch.number() * epoch.steps() + step;
      long noise = epoch.noiseSeed(seed, step);
      if (recorder != null && epoch.size(step) == epoch.batchSize()) {
        recorder.step(step, noise);
      } else { // also the last, smaller batch of an epoch: what was recorded has one size
        step(epoch, feed, step, noise);
      }
      afterStep(epoch.learner(), stepsBefore + 1);
      listener.step(epoch.number() + 1, step + 1);
      if (ranks.agreeToStop(listener.stop())) {
        stop(ranks, epoch.progress(), epoch.number(), step + 1);
      }
    }
  }

  private static void step(Epoch epoch, Feed feed, int step, long seed) {
    Compute compute = epoch.samples().compute();
    compute.noise().begin(seed);
    try (PointerScope scope = new PointerScope()) {
      TrainingBatch batch = feed.batch(step, epoch.size(step));
      compute.quickly(() -> epoch.progress().step(batch));
    }
  }

  private static void afterStep(Learner learner, long steps) {
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      learner.stepped(steps);
    }
  }

  private void stop(Ranks ranks, Progress progress, int epoch, int step) {
    if (checkpoint == null) {
      throw new CancellationException(
          "training was stopped in epoch %d; nothing was kept".formatted(epoch + 1));
    }
    if (ranks.isFirst()) {
      save(progress, epoch, step);
    }
    throw new CancellationException(
        "training was stopped in epoch %d; resume it from %s"
            .formatted(epoch + 1, checkpoint.path()));
  }

  private void save(Progress progress, int epoch, int step) {
    if (checkpoint != null) {
      Checkpoint.of(job, epoch, step, curve, progress.state()).write(checkpoint.path());
    }
  }

  private @Nullable Checkpoint saved(Progress progress, int steps) {
    return checkpoint == null || !checkpoint.resume()
        ? null
        : Checkpoint.read(checkpoint.path(), job, progress.state(), steps);
  }

  private Position resume(Progress progress, @Nullable Checkpoint saved) {
    if (saved == null) {
      return new Position(0, 0);
    }
    saved.restore(progress.state());
    curve.addAll(saved.curve());
    return new Position(saved.epoch(), saved.step());
  }

  /** All ranks begin where the first one does. */
  private Position shared(Ranks ranks, Progress progress, Position first) {
    ranks.share(progress.state());
    double[] place = ranks.sum(first.epoch(), first.step(), curve.size());
    int done = (int) place[2];
    double[] results = new double[2 * done];
    for (int i = 0; i < curve.size(); i++) {
      results[2 * i] = curve.get(i).objective();
      results[2 * i + 1] = curve.get(i).heldOut();
    }
    double[] all = ranks.sum(results);
    for (int i = curve.size(); i < done; i++) {
      curve.add(new EpochResult(all[2 * i], all[2 * i + 1]));
    }
    return new Position((int) place[0], (int) place[1]);
  }

  /**
   * On processors of the same kind all ranks have the same bits. On others they round differently,
   * so after every epoch they go on from what the first one has.
   */
  private void keepAlike(Ranks ranks, Learner learner) {
    if (ranks.isAlone()) {
      return;
    }
    int own =
        learner.state().stream()
            .mapToInt(tensor -> Arrays.hashCode(Compute.floats(tensor)))
            .reduce(0, (hash, next) -> 31 * hash + next);
    if (Arrays.stream(ranks.gather(own)).distinct().count() > 1) {
      listener.note("ranks differ by rounding: all go on from the numbers of the first one");
      ranks.share(learner.state());
    }
  }

  /** Whether held-out samples have not become better for as long as patience lasts. */
  private boolean hasStalled() {
    if (learning.patience() == 0 || curve.size() <= learning.patience()) {
      return false;
    }
    int recent = curve.size() - learning.patience();
    return best(curve.subList(recent, curve.size())) >= best(curve.subList(0, recent));
  }

  /** Whether held-out samples were never better before an epoch, counted from zero. */
  private boolean isBest(int epoch) {
    return epoch == 0 || curve.get(epoch).heldOut() < best(curve.subList(0, epoch));
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
