package dev.stranger.spark;

import dev.stranger.CompleteFile;
import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.SharedDetectors;
import dev.stranger.spark.scores.DriftByKey;
import dev.stranger.spark.scores.ScoreSketch;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * Judges the rows of a table, batch or stream, with one detector: a stage of Spark's pipelines. It
 * adds the columns {@code score}, {@code pValue} and {@code isOod}, and energies and reasons if
 * they get a name. Verdicts are those of {@link Detector}, from the same file.
 *
 * <p>Each executor opens the detector once, however many tasks it runs; a task holds one batch of
 * rows. Setters change this stage; apart from them it may be used by several threads at once.
 */
public final class StrangerModel extends Model<StrangerModel>
    implements JudgeParams<StrangerModel>, MLWritable {

  private static final String PREFIX = "stranger";

  /** As many as training holds out at most; more would hardly change a p-value. */
  private static final int KEPT_SCORES = 50_000;

  private final String uid;
  private final @Nullable DetectorContent content;

  /** For Spark, which looks for stages by their classes; has no detector. */
  public StrangerModel() {
    this(Identifiable$.MODULE$.randomUID(PREFIX));
  }

  /** The same with a name among the stages of a pipeline. */
  public StrangerModel(String uid) {
    this(uid, null);
  }

  StrangerModel(String uid, @Nullable DetectorContent content) {
    this.uid = uid;
    this.content = content;
    VerdictColumns.setDefaults(this);
  }

  /**
   * A model with the detector of a file, which is checked as {@link Detector#open(Path)} does it.
   *
   * @param file on the driver; executors need not see it
   * @throws DetectorFileException when it is missing, foreign, damaged, or judges differently on
   *     this machine
   */
  public static StrangerModel fromFile(String file) {
    byte[] bytes = DetectorFile.read(Path.of(file)).bytes();
    return of(Identifiable$.MODULE$.randomUID(PREFIX), file, bytes);
  }

  /**
   * @param name of the detector in complaints
   */
  static StrangerModel of(String uid, String name, byte[] file) {
    DetectorContent content = new DetectorContent(name, file);
    content.lease().close();
    return new StrangerModel(uid, content);
  }

  /** Writes the detector file, the same byte for byte, completely or not at all. */
  public void toFile(String file) {
    CompleteFile.write(Path.of(file), out -> out.write(content().bytes()));
  }

  @Override
  public String uid() {
    return uid;
  }

  DetectorContent content() {
    if (content == null) {
      throw new RequestException(
          "the model %s has no detector; make it with StrangerModel.fromFile".formatted(uid));
    }
    return content;
  }

  /** On the driver. */
  private <T> T ask(Function<Detector, T> question) {
    try (SharedDetectors.Lease lease = content().lease()) {
      return question.apply(lease.detector());
    }
  }

  private @Nullable Double falseAlarmRate() {
    return isSet(falseAlarm()) ? getFalseAlarm() : null;
  }

  private Judging judging(SparkSession session) {
    @Nullable Double rate = falseAlarmRate();
    // Refused here, and not by every task, when there are too few held-out scores.
    ask(detector -> Judging.of(detector, rate));
    return new Judging(content().sentBy(session), rate, HandleInvalid.of(getHandleInvalid()));
  }

  private InputColumns input(StructType schema) {
    return ask(detector -> input(schema, detector));
  }

  private InputColumns input(StructType schema, Detector detector) {
    InputColumns input = InputColumns.of(this, schema, Judging.columns(detector));
    if (input.several() && input.names().size() != detector.shape().size()) {
      throw new RequestException(
          "inputCols are %d columns, the detector expects %d values (%s)"
              .formatted(input.names().size(), detector.shape().size(), detector.shape()));
    }
    return input;
  }

  private VerdictColumns output() {
    return VerdictColumns.of(this, ask(detector -> detector.metadata().energies()));
  }

  /**
   * @throws RequestException when an input column is missing or holds no samples, or a column for
   *     verdicts is there already
   */
  @Override
  public StructType transformSchema(StructType schema) {
    input(schema);
    return output().addedTo(schema);
  }

  /** The rows with their verdicts, which are judged when they are asked for. */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema(), true);
    Task task = task(dataset.sparkSession(), dataset.schema());
    Dataset<Row> judged =
        dataset
            .as(RawRows.encoder(dataset.schema()))
            .mapPartitions(
                (MapPartitionsFunction<InternalRow, InternalRow>) task::judge,
                RawRows.encoder(schema))
            .toDF();
    return withMetadata(judged, dataset.schema());
  }

  /** Later stages may need what earlier ones noted of their columns. */
  private static Dataset<Row> withMetadata(Dataset<Row> judged, StructType schema) {
    Dataset<Row> noted = judged;
    for (StructField field : schema.fields()) {
      if (!field.metadata().equals(Metadata.empty())) {
        Column column = InputColumns.column(field.name(), noted);
        noted = noted.withColumn(field.name(), column.as(field.name(), field.metadata()));
      }
    }
    return noted;
  }

  /** What tasks do with rows of a schema. */
  Task task(SparkSession session, StructType schema) {
    return new Task(judging(session), input(schema), output());
  }

  /** Sent to the executors. */
  record Task(Judging judging, InputColumns input, VerdictColumns output) implements Serializable {

    Iterator<InternalRow> judge(Iterator<InternalRow> rows) {
      SharedDetectors.Lease lease = judging.detector().lease();
      // A task may end before its rows do: by a limit, a failure or a kill.
      TaskContext.get().addTaskCompletionListener((TaskCompletionListener) task -> lease.close());
      return judge(rows, lease);
    }

    Iterator<InternalRow> judge(Iterator<InternalRow> rows, SharedDetectors.Lease lease) {
      return new JudgedRows(rows, judging, input, output, lease);
    }
  }

  /** What the detector takes, without what Spark keeps beside it. */
  @Override
  public long estimatedSize() {
    return content == null ? 0 : content.bytes().length;
  }

  /**
   * Registers a function for SQL that judges one value, such as {@code stranger_judge(features)} or
   * {@code stranger_judge(struct(price, items))}: it gives a struct of {@code score}, {@code
   * p_value} and {@code is_ood}. Judging a row at a time takes longer than {@link #transform}.
   * Follows the params that this stage has now; what cannot be judged is null with {@code skip}.
   */
  public void register(SparkSession session, String name) {
    Judging judging = judging(session);
    session.udf().register(name, new JudgeFunction(judging), JudgeFunction.TYPE);
  }

  /**
   * This model with the scores of other normal rows as its held-out scores: p-values are ranks
   * among them, and the guarantee of the detector file holds for rows like them. Scores stay.
   * {@link #toFile} writes it as one detector file. Needs {@code stranger-train} on the driver.
   *
   * @param normal the scores that this model gives to normal rows it has not learned from
   * @param data names these rows, for the model card
   * @throws RequestException when there are too few scores for the guarantee, with the number
   *     needed
   */
  public StrangerModel recalibrated(ScoreSketch normal, String data) {
    long needed = ask(detector -> detector.guarantee().neededScores());
    int most = (int) Math.max(KEPT_SCORES, needed);
    byte[] file = ModelRecalibration.of(content().bytes(), normal, most, data);
    return copyValues(of(uid, content().name(), file), ParamMap.empty());
  }

  /**
   * Watches the scores of this model for drift, by key.
   *
   * @param samplesToFalseAlarm how many samples of a key there are to a false alarm on average, at
   *     least
   * @param window the number of samples among which flagged ones are counted
   */
  public DriftByKey driftByKey(double samplesToFalseAlarm, int window) {
    @Nullable Double rate = falseAlarmRate();
    return ask(detector -> DriftByKey.of(Judging.of(detector, rate), samplesToFalseAlarm, window));
  }

  @Override
  public StrangerModel copy(ParamMap extra) {
    return copyValues(new StrangerModel(uid, content), extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new StoredModel.Writer(this);
  }

  public static MLReader<StrangerModel> read() {
    return new StoredModel.Reader();
  }

  /**
   * A model that was saved, alone, or a new one with the detector of a file: Spark Connect knows
   * {@code load} and not {@link #fromFile}.
   *
   * @param path of the folder or the detector file, in any file system that Spark knows
   */
  public static StrangerModel load(String path) {
    return read().load(path);
  }

  @Override
  public String toString() {
    return "StrangerModel: uid=" + uid;
  }
}
