package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.score.Gallery;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.LearningOptions.Length;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.neighbour.NeighbourScore;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import dev.stranger.train.rkm.StRkm;
import dev.stranger.train.suspect.Contamination;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * How a detector is trained. {@link #DEFAULT} works on data of every kind; {@link #paperFor} has
 * the published values.
 *
 * @param method what learns, and how
 * @param seed all randomness comes from it
 * @param device {@code auto}, {@code cpu} or {@code cuda}
 * @param recordSteps whether a GPU records a step once and replays it, which is faster
 * @param gallery how many held-out samples the detector file shows as thumbnails; none by default,
 *     because whoever has the file can see them
 * @param scratch folder for a temporary file with the samples, made when they do not fit in memory
 * @param contamination what to do about strangers among the samples to learn from
 */
public record TrainOptions(
    Method method,
    NetworkOptions network,
    ObjectiveOptions objective,
    LearningOptions learning,
    CalibrationOptions calibration,
    long seed,
    String device,
    boolean recordSteps,
    int gallery,
    Path scratch,
    Contamination contamination) {

  private static final int SERIES_FEATURES = 10;
  private static final int SUBSPACE = 10;

  /** Of a narrow network, if an epoch has at least eight batches of more samples than that. */
  private static final int LARGE_SUBSPACE = 30;

  private static final int FEWEST_FOR_LARGE_SUBSPACE = 8 * 32;

  private static final int ROWS_AN_UNSEEN_ONE = 4;
  private static final int FEWEST_UNSEEN = 25;
  private static final int MOST_UNSEEN = 500;

  /** Chosen by the data. */
  private static final String AUTO = "auto";

  public static final TrainOptions DEFAULT =
      new TrainOptions(
          new StRkm(),
          NetworkOptions.DEFAULT,
          ObjectiveOptions.DEFAULT,
          LearningOptions.DEFAULT,
          CalibrationOptions.DEFAULT,
          0,
          "auto",
          true,
          0,
          Path.of(System.getProperty("java.io.tmpdir")),
          Contamination.NONE);

  public TrainOptions {
    if (gallery < 0 || gallery > Gallery.MOST_SAMPLES) {
      throw new DataException(
          "a gallery has 0 to %,d samples, got %,d".formatted(Gallery.MOST_SAMPLES, gallery));
    }
  }

  /**
   * As published: 1,600 epochs of batches of 256, the last of an epoch smaller, and the full
   * energy; for series an LSTM of ten features, all of which the subspace keeps, with the squared
   * error and whole batches alone.
   */
  public static TrainOptions paperFor(Shape shape) {
    boolean series = shape.rank() == 2;
    NetworkOptions lstm =
        NetworkOptions.PAPER.withKind(Kind.RECURRENT).withSizes(40, 256, SERIES_FEATURES);
    ObjectiveOptions objective =
        ObjectiveOptions.DEFAULT.withSubspace(SUBSPACE, series).withInputNoise(0);
    return DEFAULT
        .with(new StRkm(true))
        .with(series ? lstm : NetworkOptions.PAPER)
        .with(series ? objective.withLoss(LossChoice.MSE) : objective)
        .with(new LearningOptions(1600, 256, 2e-4, 1e-4, Schedule.CONSTANT, 0, !series))
        .with(CalibrationOptions.DEFAULT.withScore(StRkm.FULL_ENERGY));
  }

  /**
   * How many of the samples to learn from a network does not see. A network knows the rows that it
   * learnt too well: new normal rows lie farther from them than they do from each other, the more
   * so the fewer rows there are. So the score of rows measures with rows that are as new to the
   * network as those to come.
   */
  int unseen(Shape shape, int samples) {
    int unseen = Math.min(MOST_UNSEEN, samples / ROWS_AN_UNSEEN_ONE);
    return looksAtNeighbours() && shape.rank() == 1 && unseen >= FEWEST_UNSEEN ? unseen : 0;
  }

  /**
   * Small sets are learnt by heart, which is bad where the score looks at distances to what was
   * learnt.
   */
  private Length length(Shape shape, boolean few) {
    if (!looksAtNeighbours() || shape.isImage() && !few) {
      return Length.LONG;
    }
    return shape.rank() == 2 && !few ? Length.OF_SERIES : Length.SHORT;
  }

  private boolean looksAtNeighbours() {
    return method.isFrugal() && calibration.scoreOf(method).equals(NeighbourScore.KEY);
  }

  /**
   * With a number for every size, rate and count that is left to the data. What is not known to
   * suit a method saves no time: it gets the published sizes and rates. So does an energy as the
   * score: on its own it needs the long training.
   *
   * @param samples that a network sees
   * @throws DataException when the network does not go with the shape
   */
  TrainOptions chosenFor(Shape shape, int samples) {
    return chosenFor(shape, samples, false);
  }

  /**
   * @param few whether there are so few samples that pictures and series too are learnt by heart in
   *     a longer training
   */
  TrainOptions chosenFor(Shape shape, int samples, boolean few) {
    if (!method.trainsNetwork()) {
      return this;
    }
    String usualScore = method.scores().get(0);
    boolean frugal = method.isFrugal() && calibration.scoreOf(method).equals(usualScore);
    boolean narrow = frugal && network.isNarrowFor(shape);
    NetworkOptions sized = (narrow ? network : network.orPublished()).sizedFor(shape);
    boolean large = narrow && shape.isImage() && samples >= FEWEST_FOR_LARGE_SUBSPACE;
    ObjectiveOptions aimed = objective.orSubspace(large ? LARGE_SUBSPACE : SUBSPACE);
    requireKpcaError(aimed.subspace(), sized.features());
    LearningOptions rated =
        narrow
            ? learning.orRates(2e-3, 1e-3, Schedule.COSINE)
            : learning.orRates(2e-4, 1e-4, Schedule.CONSTANT);
    long work = frugal ? sized.sizeFor(shape).multiplyAdds() : 0;
    return with(sized)
        .with(aimed)
        .with(rated.chosenFor(samples, shape.size(), aimed.subspace(), work, length(shape, few)));
  }

  private void requireKpcaError(int subspace, int features) {
    if (subspace == features && calibration.scoreOf(method).equals(StRkm.KPCA_ERROR)) {
      throw new DataException(
          "the subspace has all %d features, so the kPCA error is zero for every sample; choose another score,"
                  .formatted(features)
              + " such as "
              + StRkm.FULL_ENERGY
              + ", or a smaller subspace");
    }
  }

  /**
   * Everything that a detector depends on besides the data, by names that never change: kept
   * results, checkpoints and model cards are told apart by them, so nothing in it may follow the
   * names of classes and fields. {@link #recordSteps} is left out: recorded or not, steps are the
   * same. So is {@link #gallery}: verdicts are the same, and a training may be resumed with it. And
   * so is {@link #scratch}. Leaving one sample out is named only where it is asked for: what does
   * so for its size was refused before.
   */
  public Map<String, String> settings() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("method", method.key());
    new TreeMap<>(method.settings()).forEach((name, value) -> all.put("method." + name, value));
    all.put("network.kind", network.kind());
    all.put("network.activation", network.activation());
    all.put("network.capacity", orAuto(network.capacity()));
    all.put("network.hidden", orAuto(network.hidden()));
    all.put("network.features", orAuto(network.features()));
    all.put("objective.loss", objective.loss());
    all.put("objective.variant", objective.variant());
    all.put("objective.subspace", orAuto(objective.subspace()));
    all.put("objective.may_fill_space", objective.mayFillSpace());
    all.put("objective.lambda", objective.lambda());
    all.put("objective.noise", objective.noise());
    all.put(
        "objective.input_noise",
        objective.inputNoise() == ObjectiveOptions.BY_RANGE ? AUTO : objective.inputNoise());
    all.put(
        "learning.epochs",
        learning.epochs() == LearningOptions.THOROUGH ? "thorough" : orAuto(learning.epochs()));
    all.put("learning.batch_size", orAuto(learning.batchSize()));
    all.put("learning.partial_batch", learning.partialBatch());
    all.put("learning.rate", orAuto(learning.learningRate()));
    all.put("learning.stiefel_rate", orAuto(learning.stiefelRate()));
    all.put("learning.schedule", learning.schedule());
    all.put("learning.patience", learning.patience());
    all.put("calibration.share", calibration.share());
    all.put("calibration.false_alarm_rate", calibration.guarantee().falseAlarmRate());
    all.put("calibration.risk", Objects.requireNonNullElse(calibration.guarantee().risk(), "none"));
    all.put("calibration.by_label", calibration.byLabel());
    all.put("calibration.score", calibration.score());
    if (calibration.leaveOneOut()) {
      all.put("calibration.leave_one_out", true);
    }
    if (contamination.isExpected()) { // kept results of others have no such line
      all.put("contamination", contamination);
    }
    all.put("seed", seed);
    all.put("device", device);
    Map<String, String> texts = new LinkedHashMap<>();
    all.forEach((name, value) -> texts.put(name, text(value)));
    return texts;
  }

  private static Object orAuto(Number number) {
    return number.doubleValue() == 0 ? AUTO : number;
  }

  /** Choices as commands spell them. */
  private static String text(Object value) {
    return value instanceof Enum<?> choice
        ? choice.name().toLowerCase(Locale.ROOT)
        : value.toString();
  }

  /** The {@link #settings} as lines. */
  public String text() {
    return settings().entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining("\n"));
  }

  /** These options with one of them changed. */
  private TrainOptions changed(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.finish();
  }

  /** A record cannot name the one component that differs. */
  private static final class Copy {

    private Method method;
    private NetworkOptions network;
    private ObjectiveOptions objective;
    private LearningOptions learning;
    private CalibrationOptions calibration;
    private long seed;
    private String device;
    private boolean recordSteps;
    private int gallery;
    private Path scratch;
    private Contamination contamination;

    Copy(TrainOptions options) {
      method = options.method;
      network = options.network;
      objective = options.objective;
      learning = options.learning;
      calibration = options.calibration;
      seed = options.seed;
      device = options.device;
      recordSteps = options.recordSteps;
      gallery = options.gallery;
      scratch = options.scratch;
      contamination = options.contamination;
    }

    TrainOptions finish() {
      return new TrainOptions(
          method,
          network,
          objective,
          learning,
          calibration,
          seed,
          device,
          recordSteps,
          gallery,
          scratch,
          contamination);
    }
  }

  public TrainOptions with(Method method) {
    return changed(copy -> copy.method = method);
  }

  public TrainOptions with(NetworkOptions network) {
    return changed(copy -> copy.network = network);
  }

  public TrainOptions with(ObjectiveOptions objective) {
    return changed(copy -> copy.objective = objective);
  }

  public TrainOptions with(LearningOptions learning) {
    return changed(copy -> copy.learning = learning);
  }

  public TrainOptions with(CalibrationOptions calibration) {
    return changed(copy -> copy.calibration = calibration);
  }

  public TrainOptions withSeed(long seed) {
    return changed(copy -> copy.seed = seed);
  }

  public TrainOptions withDevice(String device) {
    return changed(copy -> copy.device = device);
  }

  public TrainOptions withRecordedSteps(boolean recordSteps) {
    return changed(copy -> copy.recordSteps = recordSteps);
  }

  public TrainOptions withGallery(int gallery) {
    return changed(copy -> copy.gallery = gallery);
  }

  public TrainOptions withScratch(Path scratch) {
    return changed(copy -> copy.scratch = scratch);
  }

  /** Of the St-RKM; {@link dev.stranger.train.rkm.RobustRkm} has a share of its own. */
  public TrainOptions withContamination(Contamination contamination) {
    return changed(copy -> copy.contamination = contamination);
  }
}
