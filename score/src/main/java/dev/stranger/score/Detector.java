package dev.stranger.score;

import dev.stranger.Batch;
import dev.stranger.Calibration;
import dev.stranger.ColumnReason;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.DetectorFileException;
import dev.stranger.DeviceException;
import dev.stranger.Explanation;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.onnx.CheckedModel;
import java.awt.image.BufferedImage;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * Judges whether samples are strangers. Opened from one file, immutable, and safe to use from any
 * number of threads at once. A verdict depends on its sample alone and, but for rounding, not on
 * the batch it arrives in. Close it to free its memory outside of the Java heap.
 */
public final class Detector implements AutoCloseable {

  private static final String UNNAMED = "the detector";

  private final String place;
  private final Engine engine;
  private final Metadata metadata;
  private final Answers answers;
  private final SampleCheck check;
  private final SamplePreparation preparation;
  private final HeldOutScores heldOut;
  private final FalseAlarmGuarantee guarantee;
  private final FalseAlarmBound bound;
  private final boolean ownsEngine;

  private Detector(String place, Engine engine) {
    Map<String, String> properties = engine.facts().properties();
    this.place = place;
    this.engine = new SharedEngine(engine, place);
    this.ownsEngine = true;
    this.metadata = Metadata.parse(properties, place);
    this.answers = new Answers(this.engine, metadata);
    this.check = new SampleCheck(metadata.shape(), metadata.range(), metadata.takesGaps());
    this.preparation = new SamplePreparation(metadata);
    this.guarantee = metadata.guarantee();
    this.heldOut = HeldOutScores.parse(properties, guarantee, place);
    this.bound = heldOut.boundFor(guarantee);
    new GraphCheck(engine.facts(), place).require(metadata);
    requireReadable();
  }

  private Detector(Detector detector, FalseAlarmGuarantee guarantee) {
    this.place = detector.place;
    this.engine = detector.engine;
    this.ownsEngine = false;
    this.metadata = detector.metadata;
    this.answers = detector.answers;
    this.check = detector.check;
    this.preparation = detector.preparation;
    this.heldOut = detector.heldOut;
    this.guarantee = guarantee;
    this.bound = heldOut.boundFor(guarantee);
  }

  /** What is read when somebody asks for it may not turn out to be damaged then. */
  private void requireReadable() {
    heldOutEnergies();
    gallery();
  }

  /**
   * Opens a detector file after checking it: checksum, format, shapes and test vectors. Judges on
   * the CPU.
   *
   * @throws DetectorFileException when it is missing, foreign, damaged, or judges differently on
   *     this machine
   * @throws DeviceException when ONNX Runtime cannot be loaded, with the remedy
   */
  public static Detector open(Path file) {
    return open(file, OpenOptions.DEFAULT);
  }

  /**
   * The same on a device, with a number of threads, or only if signed. A GPU takes seconds to start
   * and needs large sets to be worth it; its scores differ from those of a CPU by rounding.
   *
   * @throws DetectorFileException also when it is not signed as asked for
   * @throws DeviceException also when there is no such device
   */
  public static Detector open(Path file, OpenOptions options) {
    return open(DetectorFile.read(file, options), options);
  }

  /**
   * Opens the content of a detector file, with the same checks.
   *
   * @param file not copied; must not change until this returns
   */
  public static Detector open(byte[] file, OpenOptions options) {
    return open(file, UNNAMED, options);
  }

  /**
   * The same.
   *
   * @param place names the detector in complaints
   */
  public static Detector open(byte[] file, String place, OpenOptions options) {
    return open(DetectorFile.check(file, place, options), options);
  }

  /** The same from a stream, which is read to its end and not closed. */
  public static Detector open(InputStream file, OpenOptions options) {
    return open(DetectorFile.read(file, UNNAMED, options), options);
  }

  private static Detector open(CheckedModel model, OpenOptions options) {
    return of(OnnxEngine.open(model, options), model.place());
  }

  /**
   * A detector whose graph runs in an engine of one's own, after checking it: format, shapes and
   * test vectors. The engine belongs to the detector from now on, which closes it, and does so when
   * a check fails.
   *
   * @param place names the detector in complaints
   * @throws DetectorFileException when the graph is no detector's, or the engine judges differently
   */
  public static Detector of(Engine engine, String place) {
    Detector detector = unverified(engine, place);
    try {
      detector.requireSameVerdicts();
      return detector;
    } catch (RuntimeException e) {
      detector.close();
      throw e;
    }
  }

  private void requireSameVerdicts() {
    List<String> differences = verify();
    if (!differences.isEmpty()) {
      throw new DetectorFileException(
          "%s does not judge as it did when it was trained: %s"
              .formatted(place, differences.get(0)));
    }
  }

  /** Without judging its test vectors. */
  static Detector unverified(Engine engine, String place) {
    try {
      return new Detector(place, engine);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  public Metadata metadata() {
    return metadata;
  }

  public Shape shape() {
    return metadata.shape();
  }

  /** The scores of held-out normal samples that p-values are ranks among. */
  public Calibration calibration() {
    return heldOut.calibration();
  }

  /**
   * Whether each held-out sample was left out by one of several models alone. Then a rate is
   * guaranteed on average; there is no proof for a risk, a list of few false discoveries or drift.
   */
  public boolean leavesOneOut() {
    return heldOut.leaveOneOut();
  }

  /** The held-out scores of each group, when it was calibrated by group. */
  public Optional<GroupedCalibration> groups() {
    return Optional.ofNullable(heldOut.groups());
  }

  /**
   * How each energy is distributed among held-out normal samples, in the order of {@link
   * Metadata#energies()}: the smallest value, 99 quantiles in steps of one percent, and the largest
   * value. Empty for files that are older than these. The arrays are new at each call.
   */
  public Map<String, float[]> heldOutEnergies() {
    return EnergyQuantiles.parse(engine.facts().properties(), metadata, place);
  }

  /**
   * Thumbnails of held-out normal samples; empty unless they were asked for in training. Read from
   * the file's text at each call, 20 milliseconds for a thousand: keep what is needed often.
   */
  public Gallery gallery() {
    return Gallery.parse(engine.facts().properties(), metadata, place);
  }

  /** What holds for the share of normal samples that are flagged. */
  public FalseAlarmGuarantee guarantee() {
    return guarantee;
  }

  /** How many samples it judges at a time; more in one call gain nothing. */
  public int batchSize() {
    return engine.batchSize();
  }

  /** Where the line runs: a sample is a stranger when the bound flags its p-value. */
  public FalseAlarmBound bound() {
    return bound;
  }

  /**
   * This detector with another guarantee; scores and p-values stay. Both are one graph, which lives
   * until this detector is closed; closing the new one does nothing.
   *
   * @throws RequestException when it has too few held-out scores, with the number needed
   */
  public Detector withGuarantee(FalseAlarmGuarantee guarantee) {
    return new Detector(this, guarantee);
  }

  /**
   * This detector for samples whose group is known: p-values and guarantee are those of the group.
   *
   * @throws RequestException when it was not calibrated by group, or a group has too few held-out
   *     scores for the guarantee
   */
  public GroupedDetector byGroup() {
    return GroupedDetector.of(this, place);
  }

  /**
   * This detector for recordings, when it was trained on windows of some.
   *
   * @throws RequestException when it was not
   */
  public WindowedDetector windowed() {
    return WindowedDetector.of(this, place);
  }

  /**
   * Watches a stream of samples for drift, for as long as it runs or until it drifts; see {@link
   * DriftMonitor#ever}.
   *
   * @param alpha the probability of a false alarm, ever
   * @param window the number of samples among which flagged ones are counted
   */
  public DriftMonitor driftMonitor(double alpha, int window) {
    return DriftMonitor.ever(calibration(), bound, alpha, window);
  }

  /**
   * Watches a stream without end; see {@link DriftMonitor#endless}.
   *
   * @param samplesToFalseAlarm how many samples there are to a false alarm on average, at least
   */
  public DriftMonitor endlessDriftMonitor(double samplesToFalseAlarm, int window) {
    return DriftMonitor.endless(calibration(), bound, samplesToFalseAlarm, window);
  }

  /**
   * A monitor of this detector that was {@linkplain DriftMonitor#save saved} before a restart.
   *
   * @throws DataException when it is damaged, or of another detector or guarantee
   */
  public DriftMonitor restoreDriftMonitor(byte[] saved) {
    return DriftMonitor.restore(saved, calibration(), bound);
  }

  /**
   * Judges the stored test vectors again; empty when the verdicts are the same, and the graph ranks
   * them among the held-out scores that are stored beside it.
   */
  public List<String> verify() {
    TestVectors vectors = testVectors();
    return vectors.differences(judge(vectors.samples(), vectors.count()), calibration());
  }

  /**
   * The generated samples that {@link #verify()} judges, at least one, some of them more normal
   * than others: something to try the detector with. None of them is of its data. The arrays are
   * new at each call.
   */
  public List<float[]> testSamples() {
    TestVectors vectors = testVectors();
    int size = shape().size();
    return IntStream.range(0, vectors.count())
        .mapToObj(i -> Arrays.copyOfRange(vectors.samples(), i * size, (i + 1) * size))
        .toList();
  }

  private TestVectors testVectors() {
    return TestVectors.parse(engine.facts().properties(), metadata, place);
  }

  /**
   * Judges one sample.
   *
   * @throws DataException when it has another size than {@link #shape()}, or a value outside of the
   *     detector's range
   */
  public Verdict judge(float[] sample) {
    return judge(sample, 1).get(0);
  }

  /**
   * Judges a picture in any usual format, such as JPEG or PNG: it is made grey or colour, and
   * resized, as the detector needs it.
   *
   * @throws DataException when it is damaged or no picture
   * @throws RequestException when the detector does not judge pictures
   */
  public Verdict judge(byte[] picture) {
    return judge(preparation.picture(picture));
  }

  /** The same for a stream, which is read to its end and not closed. */
  public Verdict judge(InputStream picture) {
    return judge(preparation.picture(picture));
  }

  /** The same for a decoded picture. */
  public Verdict judge(BufferedImage picture) {
    return judge(preparation.picture(picture));
  }

  /**
   * Judges a row of a table.
   *
   * @param row what a column holds or its text, by the names of the detector's columns; null is a
   *     gap, and other names are ignored
   * @throws DataException when a column is missing, or a value is none that it can hold
   * @throws RequestException when the detector does not know the names of columns
   */
  public Verdict judge(Map<String, ?> row) {
    return judge(preparation.row(row));
  }

  /** Makes samples of pictures and rows, to judge them in batches. */
  public SamplePreparation preparation() {
    return preparation;
  }

  /** Judges {@code count} samples that lie one after another. */
  public List<Verdict> judge(float[] samples, int count) {
    return judge(FloatBuffer.wrap(samples), count);
  }

  /**
   * Judges {@code count} samples from the buffer's position to its limit; a direct one is fastest.
   */
  public List<Verdict> judge(FloatBuffer samples, int count) {
    check.require(samples, count);
    List<Verdict> verdicts = new ArrayList<>(count);
    inBatches(
        samples, count, (some, size) -> verdicts.addAll(answers.judge(some, size).verdicts(bound)));
    return verdicts;
  }

  /**
   * The same, and what each score is made of, but for columns. Costs next to nothing more than
   * {@link #judge(FloatBuffer, int)}.
   */
  public List<Explained> judgeAndExplain(FloatBuffer samples, int count) {
    check.require(samples, count);
    List<Explained> verdicts = new ArrayList<>(count);
    inBatches(
        samples, count, (some, size) -> verdicts.addAll(explained(answers.reason(some, size))));
    return verdicts;
  }

  /**
   * Refuses what {@link #judge(FloatBuffer, int)} would refuse, and judges nothing: whoever judges
   * samples of several callers in one batch checks those of each before. Costs one look at each
   * value; moves neither position nor limit of the buffer.
   *
   * @throws DataException when there are other than {@code count} samples of {@link #shape()}, or a
   *     value outside of the detector's range
   */
  public void checkSamples(FloatBuffer samples, int count) {
    check.require(samples, count);
  }

  /** The memory that a graph takes grows with its batch. */
  private void inBatches(FloatBuffer samples, int count, ObjIntConsumer<FloatBuffer> work) {
    int size = shape().size();
    int most = engine.batchSize();
    for (int from = 0; from < count; from += most) {
      int some = Math.min(most, count - from);
      work.accept(samples.slice(samples.position() + from * size, some * size), some);
    }
  }

  private float[] run(float[] samples, int count, String output) {
    requireOutput(output);
    check.require(FloatBuffer.wrap(samples), count);
    List<float[]> found = new ArrayList<>();
    inBatches(
        FloatBuffer.wrap(samples),
        count,
        (some, size) -> found.add(answers.output(some, size, output)));
    return FloatArrays.joined(found);
  }

  /** Judges all samples of a set as it streams by. */
  public void judge(Dataset data, BiConsumer<Batch, List<Verdict>> consumer) {
    forEachBatch(
        data,
        (batch, samples) ->
            consumer.accept(batch, answers.judge(samples, batch.count()).verdicts(bound)));
  }

  /**
   * Judges all samples of a set as it streams by, and says what each score is made of. Costs next
   * to nothing more than {@link #judge(Dataset, BiConsumer)}, but for the strangers of a table:
   * their columns take some ten judgements each.
   */
  public void explain(Dataset data, BiConsumer<Batch, List<Explained>> consumer) {
    forEachBatch(
        data,
        (batch, samples) -> {
          List<Explained> explained = explained(answers.reason(samples, batch.count()));
          consumer.accept(batch, explainsColumns() ? withColumns(batch, explained) : explained);
        });
  }

  private List<Explained> withColumns(Batch batch, List<Explained> explained) {
    List<Explained> all = new ArrayList<>(explained);
    for (int i = 0; i < all.size(); i++) {
      Explained one = all.get(i);
      if (one.verdict().ood()) {
        all.set(i, new Explained(one.verdict(), one.reasons(), columns(batch.sample(i))));
      }
    }
    return all;
  }

  private List<Explained> explained(Answers.Reasoning reasoning) {
    List<Verdict> verdicts = reasoning.judgement().verdicts(bound);
    return IntStream.range(0, verdicts.size())
        .mapToObj(i -> new Explained(verdicts.get(i), reasoning.reasons().get(i)))
        .toList();
  }

  /** Judges all samples of a set as it streams by, with their reconstructions where it has any. */
  public void review(Dataset data, BiConsumer<Batch, Reviewed> consumer) {
    forEachBatch(
        data,
        (batch, samples) -> {
          Answers.Review review = answers.review(samples, batch.count());
          consumer.accept(
              batch, new Reviewed(review.judgement().verdicts(bound), review.reconstructions()));
        });
  }

  private void forEachBatch(Dataset data, BiConsumer<Batch, FloatBuffer> consumer) {
    check.requireShape(data);
    AtomicLong done = new AtomicLong();
    data.forEachBatch(
        engine.batchSize(),
        batch -> {
          FloatBuffer samples = FloatBuffer.wrap(batch.values());
          long before = done.getAndAdd(batch.count());
          check.requireRange(
              samples, i -> "sample %s of %s".formatted(data.sampleName(before + i), data.name()));
          consumer.accept(batch, samples);
        });
  }

  /** Whether it shows what it makes of a sample; a classifier, for one, does not. */
  public boolean hasReconstruction() {
    return answers.outputs().contains(Answers.RECONSTRUCTION);
  }

  /**
   * Whether it says how much of the score of a row each column makes. Files of early versions and
   * detectors of anything but tables do not.
   */
  public boolean explainsColumns() {
    return ColumnSearch.isPossible(answers, metadata);
  }

  /** Whether its model has a subspace, so that there are {@link #coordinates} of samples. */
  public boolean hasCoordinates() {
    return answers.outputs().contains(Answers.COORDINATES);
  }

  /** Whether it shows where in a picture it is strange. */
  public boolean hasMap() {
    return answers.outputs().contains(Answers.MAP);
  }

  /**
   * How strange each pixel of pictures is, row after row, one picture after another.
   *
   * @throws RequestException when it {@linkplain #hasMap() has no map}
   */
  public float[] map(float[] samples, int count) {
    return run(samples, count, Answers.MAP);
  }

  private void requireOutput(String output) {
    if (!answers.outputs().contains(output)) {
      throw new RequestException(
          "%s gives no %s of samples; its model has the outputs %s"
              .formatted(place, output, String.join(", ", answers.outputs())));
    }
  }

  /**
   * What the detector makes of samples: the closer, the more normal.
   *
   * @throws RequestException when it {@linkplain #hasReconstruction() makes none}
   */
  public float[] reconstruct(float[] samples, int count) {
    return run(samples, count, Answers.RECONSTRUCTION);
  }

  /**
   * The statistics that the score is made of, row after row.
   *
   * @throws RequestException when its score is not made of any
   */
  public float[] statistics(float[] samples, int count) {
    return run(samples, count, Answers.STATISTICS);
  }

  /**
   * Where samples fall in the subspace, in deviations of the training samples, row after row.
   *
   * @throws RequestException when its model {@linkplain #hasCoordinates() has no subspace}
   */
  public float[] coordinates(float[] samples, int count) {
    return run(samples, count, Answers.COORDINATES);
  }

  /** Why a sample gets its score. Columns of a table take some ten judgements each. */
  public Explanation explain(float[] sample) {
    return explain(sample, 1).get(0);
  }

  /** Why a row of a table gets its score; takes what {@link #judge(Map)} takes. */
  public Explanation explain(Map<String, ?> row) {
    return explain(preparation.row(row));
  }

  /** Why each of {@code count} samples that lie one after another gets its score. */
  public List<Explanation> explain(float[] samples, int count) {
    return explain(samples, count, count);
  }

  /**
   * The same, with the columns of the first samples alone.
   *
   * @param rows how many rows of a table get their columns, which take most of the time
   */
  public List<Explanation> explain(float[] samples, int count, int rows) {
    check.require(FloatBuffer.wrap(samples), count);
    List<Explanation> explanations = new ArrayList<>(count);
    inBatches(
        FloatBuffer.wrap(samples),
        count,
        (some, size) -> explanations.addAll(answers.explain(some, size)));
    int size = shape().size();
    for (int i = 0; explainsColumns() && i < Math.min(rows, count); i++) {
      float[] row = Arrays.copyOfRange(samples, i * size, (i + 1) * size);
      explanations.set(i, explanations.get(i).withColumns(columns(row)));
    }
    return explanations;
  }

  private List<ColumnReason> columns(float[] row) {
    return new ColumnSearch(answers, metadata, bound).reasons(row);
  }

  /**
   * May be called at any time, from any thread, and more than once: verdicts under way are
   * finished, later calls throw an {@link IllegalStateException}.
   */
  @Override
  public void close() {
    if (ownsEngine) {
      engine.close();
    }
  }
}
