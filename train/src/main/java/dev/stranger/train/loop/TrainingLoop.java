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
    Ranks ranks = samples.compute().ranks();
    if (checkpoint != null && ranks.isFirst()) {
      Checkpoint.requireReplaceable(checkpoint.path());
    }
    Course course = course(learner, samples);
    @Nullable Checkpoint saved = ranks.isFirst() ? saved(course) : null;
    double before;
    try (Feed feed = samples.feed(course.own(), course.batchSize());
        StepRecorder recorder = recorder(course, feed)) {
      announce(course, feed, saved);
      before = probe(course);
      Position start = shared(ranks, course.progress(), resume(course.progress(), saved));
      for (int epoch = start.epoch(); epoch < course.epochs() && !hasStalled(); epoch++) {
        int firstStep = epoch == start.epoch() ? start.step() : 0;
        curve.add(learn(course, epoch, firstStep, feed, recorder));
        finish(course, epoch);
      }
    }
    if (course.held() > 0) {
      course.progress().restoreBest();
    }
    if (learner.settles()) {
      requireProgress(before, probe(course));
    }
    return List.copyOf(curve);
  }

  private Course course(Learner learner, TrainingSet samples) {
    Ranks ranks = samples.compute().ranks();
    int own = learning.fitted(samples.size());
    int fitted = ranks.least(own); // all ranks make as many steps, of as many samples
    int held = ranks.least(samples.size() - own);
    int batchSize = Math.min(learning.batchSizeOf(ranks.size()), fitted);
    requireLargerBatch(batchSize * ranks.size(), learner);
    requireNoPatience(learner);
    return new Course(
        Progress.of(learner, samples.compute(), learning.patience() > 0),
        samples,
        learning.epochs(),
        steps(fitted, batchSize, ranks.size(), learner),
        batchSize,
        own,
        fitted,
        held);
  }

  private void announce(Course course, Feed feed, @Nullable Checkpoint saved) {
    boolean known = !course.compute().isCuda() && course.compute().ranks().isAlone();
    listener.start(
        plan.with(
            course.epochs(),
            course.steps(),
            course.batchSize(),
            course.learner().parameters(),
            known ? estimate(course, feed, saved) : null));
  }

  /** What an epoch makes goes with it: there may be thousands. */
  private EpochResult learn(
      Course course, int epoch, int firstStep, Feed feed, @Nullable StepRecorder recorder) {
    try (PointerScope scope = new PointerScope()) {
      makeSteps(course, epoch, firstStep, feed, recorder);
      course.compute().noise().begin(course.noiseSeed(seed, epoch, course.steps()));
      double heldOut =
          course.held() == 0
              ? Double.NaN
              : evaluate(course, course.own(), course.own() + course.held());
      return new EpochResult(course.progress().takeSum() / course.steps(), heldOut);
    }
  }

  private void finish(Course course, int epoch) {
    Ranks ranks = course.compute().ranks();
    requireFinite(epoch);
    keepAlike(ranks, course.learner());
    if (course.held() > 0 && isBest(epoch)) {
      course.progress().keep();
    }
    listener.epoch(epoch + 1, curve.get(epoch));
    if (checkpoint != null && ranks.isFirst() && (epoch + 1) % checkpoint.everyEpochs() == 0) {
      save(course.progress(), epoch + 1, 0);
    }
  }

  /** Whole batches, and the samples left where they are wished for and enough to learn from. */
  private int steps(int fitted, int batchSize, int ranks, Learner learner) {
    int left = ranks * (fitted % batchSize);
    boolean rest = learning.partialBatch() && left >= learner.smallestBatch();
    return fitted / batchSize + (rest ? 1 : 0);
  }

  /** Makes a few steps and undoes them. What follows the steps are passes there, not back. */
  private Duration estimate(Course course, Feed feed, @Nullable Checkpoint saved) {
    long done = saved == null ? 0 : (long) saved.epoch() * course.steps() + saved.step();
    long steps = (long) course.epochs() * course.steps() - done;
    try (PointerScope scope = new PointerScope()) {
      List<Tensor> state = course.progress().state();
      List<Tensor> before = Progress.copies(state);
      course.learner().setRates(new Rates(learning.learningRate(), learning.stiefelRate()));
      course.learner().enterEpoch(0, course.epochs());
      course.learner().beginEpoch(0, course.epochs());
      feed.begin(PermutationSampler.natural(course.own()), 0);
      double aStep = StepTimer.seconds(steps, i -> step(course, feed, i % course.steps(), seed));
      Progress.copy(before, state);
      double passes = plan.passes() / course.batchSize() * PASS_OVER_STEP;
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
  private void requireNoPatience(Learner learner) {
    if (learning.patience() > 0 && !learner.settles()) {
      throw new DataException(
          "the objective of this method need not fall, so training cannot stop early; leave out the"
              + " patience");
    }
  }

  /** The objective of the first samples, with the same noise whenever it is asked for. */
  private double probe(Course course) {
    course.compute().noise().begin(seed);
    return evaluate(course, 0, Math.min(course.fitted(), PROBE));
  }

  /**
   * Mean objective of the samples from {@code start} to {@code end}, without learning from them.
   */
  private static double evaluate(Course course, int start, int end) {
    double sum = 0;
    for (int at = start; at < end; at += course.batchSize()) {
      int count = Math.min(course.batchSize(), end - at);
      sum += count * objective(course.learner(), course.samples(), at, count);
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
   * What all epochs have in common.
   *
   * @param steps of an epoch
   * @param own how many samples of this rank are learnt from
   * @param fitted how many of these the steps of an epoch have
   * @param held how many others tell when to stop
   */
  private record Course(
      Progress progress,
      TrainingSet samples,
      int epochs,
      int steps,
      int batchSize,
      int own,
      int fitted,
      int held) {

    Learner learner() {
      return progress.learner();
    }

    Compute compute() {
      return samples.compute();
    }

    /** How many samples a step has. */
    int size(int step) {
      return Math.min(batchSize, fitted - step * batchSize);
    }

    /** Of the noise of a step, or of the evaluation behind the last one. */
    long noiseSeed(long seed, int epoch, int step) {
      int rank = compute().ranks().rank();
      return SeededRandom.ofStep(seed, (long) epoch * (steps + 1) + step, rank).nextLong();
    }
  }

  /** Steps are recorded where that can be, and made one by one elsewhere. */
  private @Nullable StepRecorder recorder(Course course, Feed feed) {
    Compute compute = course.compute();
    boolean alone = compute.ranks().isAlone(); // others cannot be waited for in a graph
    return compute.isCuda() && recordSteps && alone
        ? new StepRecorder(compute, feed, course.progress()::step, listener)
        : null;
  }

  private void makeSteps(
      Course course, int epoch, int firstStep, Feed feed, @Nullable StepRecorder recorder) {
    enter(course, epoch, firstStep, feed, recorder);
    Ranks ranks = course.compute().ranks();
    for (int step = firstStep; step < course.steps(); step++) {
      long stepsBefore = (long) epoch * course.steps() + step;
      long noise = course.noiseSeed(seed, epoch, step);
      if (recorder != null && course.size(step) == course.batchSize()) {
        recorder.step(step, noise);
      } else { // also the last, smaller batch of an epoch: what was recorded has one size
        step(course, feed, step, noise);
      }
      afterStep(course.learner(), stepsBefore + 1);
      listener.step(epoch + 1, step + 1);
      if (ranks.agreeToStop(listener.stop())) {
        stop(ranks, course.progress(), epoch, step + 1);
      }
    }
  }

  private void enter(
      Course course, int epoch, int firstStep, Feed feed, @Nullable StepRecorder recorder) {
    Learner learner = course.learner();
    double factor = learning.schedule().factor(epoch, course.epochs());
    learner.setRates(new Rates(factor * learning.learningRate(), factor * learning.stiefelRate()));
    int kind = learner.enterEpoch(epoch, course.epochs());
    if (firstStep == 0) {
      learner.beginEpoch(epoch, course.epochs());
    }
    int rank = course.compute().ranks().rank();
    int[] shuffled =
        SeededRandom.permutation(course.own(), SeededRandom.ofEpoch(seed, epoch, rank));
    feed.begin(shuffled, firstStep);
    if (recorder != null) {
      recorder.begin(kind);
    }
  }

  private static void step(Course course, Feed feed, int step, long seed) {
    Compute compute = course.compute();
    compute.noise().begin(seed);
    try (PointerScope scope = new PointerScope()) {
      TrainingBatch batch = feed.batch(step, course.size(step));
      compute.quickly(() -> course.progress().step(batch));
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

  private @Nullable Checkpoint saved(Course course) {
    return checkpoint == null || !checkpoint.resume()
        ? null
        : Checkpoint.read(checkpoint.path(), job, course.progress().state(), course.steps());
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
