package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Learns a detector from the rows of a table, normal samples alone, and gives the {@link
 * StrangerModel} that judges with it. Trains on the driver, from a random sample that fits into its
 * memory: a detector of millions of rows is hardly better than one of a hundred thousand. With
 * several {@code ranks} it learns from all rows instead, in as many tasks that train together.
 * Needs {@code stranger-train} on the class path of the driver, and of executors that train.
 *
 * <p>Rows that are no samples are refused with {@code handleInvalid} = {@code error}, and left out
 * with {@code skip} and {@code keep}.
 */
public final class StrangerEstimator extends Estimator<StrangerModel>
    implements JudgeParams<StrangerEstimator>, DefaultParamsWritable {

  private static final int USUAL_SAMPLES = 100_000;

  private final String uid;

  public StrangerEstimator() {
    this(Identifiable$.MODULE$.randomUID("strangerEstimator"));
  }

  /** The same with a name among the stages of a pipeline. */
  public StrangerEstimator(String uid) {
    this.uid = uid;
    VerdictColumns.setDefaults(this);
    setDefault(maxSamples(), USUAL_SAMPLES);
    setDefault(seed(), 0L);
    setDefault(method(), "st-rkm");
    setDefault(epochs(), 0);
    setDefault(shape(), "");
    setDefault(ranks(), 1);
    setDefault(checkpointDir(), "");
    setDefault(checkpointInterval(), 1);
  }

  /**
   * How many tasks train together, each with its share of all rows, in a barrier stage; 1, the
   * default, and 0 train on the driver from a sample. Only {@code st-rkm} can be trained so.
   */
  public IntParam ranks() {
    return new IntParam(
        this,
        "ranks",
        "tasks that train together on all rows; 1 trains on the driver",
        n -> (int) n >= 0);
  }

  /**
   * A folder that all executors reach, where a training of several ranks is kept; it goes on from
   * there when an executor is lost, and when the same fit is started again. Empty, the default, for
   * none.
   */
  public Param<String> checkpointDir() {
    return new Param<>(
        this, "checkpointDir", "folder that keeps a training of several ranks; empty for none");
  }

  /** After how many epochs it is kept again; 1, the default, after each. */
  public IntParam checkpointInterval() {
    return new IntParam(
        this, "checkpointInterval", "epochs between checkpoints", n -> (int) n >= 1);
  }

  /** How many rows are drawn at most, on the driver. */
  public IntParam maxSamples() {
    return new IntParam(
        this, "maxSamples", "rows that are drawn to learn from, at most", n -> (int) n > 0);
  }

  /** All randomness comes from it, that of the draw too. */
  public LongParam seed() {
    return new LongParam(this, "seed", "all randomness comes from it");
  }

  /** A method by the name that commands use, such as {@code st-rkm}. */
  public Param<String> method() {
    return new Param<>(this, "method", "what learns, such as st-rkm");
  }

  /** Passes over the samples; 0, the default, chooses by the data. */
  public IntParam epochs() {
    return new IntParam(
        this, "epochs", "passes over the samples; 0 chooses by the data", n -> (int) n >= 0);
  }

  /** Such as {@code 1x28x28}; empty, the default, for rows of a table. */
  public Param<String> shape() {
    return new Param<>(
        this, "shape", "shape of a sample, such as 1x28x28; empty for rows of a table");
  }

  public int getMaxSamples() {
    return (int) getOrDefault(maxSamples());
  }

  public StrangerEstimator setMaxSamples(int value) {
    set(maxSamples(), value);
    return this;
  }

  public long getSeed() {
    return (long) getOrDefault(seed());
  }

  public StrangerEstimator setSeed(long value) {
    set(seed(), value);
    return this;
  }

  public String getMethod() {
    return getOrDefault(method());
  }

  public StrangerEstimator setMethod(String value) {
    set(method(), value);
    return this;
  }

  public int getEpochs() {
    return (int) getOrDefault(epochs());
  }

  public StrangerEstimator setEpochs(int value) {
    set(epochs(), value);
    return this;
  }

  public String getShape() {
    return getOrDefault(shape());
  }

  public StrangerEstimator setShape(String value) {
    Shape.parse(value);
    set(shape(), value);
    return this;
  }

  public int getRanks() {
    return (int) getOrDefault(ranks());
  }

  public StrangerEstimator setRanks(int value) {
    set(ranks(), value);
    return this;
  }

  public String getCheckpointDir() {
    return getOrDefault(checkpointDir());
  }

  public StrangerEstimator setCheckpointDir(String value) {
    set(checkpointDir(), value);
    return this;
  }

  public int getCheckpointInterval() {
    return (int) getOrDefault(checkpointInterval());
  }

  public StrangerEstimator setCheckpointInterval(int value) {
    set(checkpointInterval(), value);
    return this;
  }

  @Override
  public String uid() {
    return uid;
  }

  /**
   * @throws RequestException when an input column is missing or holds no samples, or a column for
   *     verdicts is there already
   */
  @Override
  public StructType transformSchema(StructType schema) {
    InputColumns.of(this, schema, List.of());
    return VerdictColumns.of(this, List.of()).addedTo(schema);
  }

  /**
   * Draws a sample in two passes over the rows, and trains. Several ranks read the rows twice too,
   * and keep them where they train.
   *
   * @throws DataException when the rows cannot be learnt from
   * @throws RequestException when {@code stranger-train} is not there
   */
  @Override
  public StrangerModel fit(Dataset<?> dataset) {
    transformSchema(dataset.schema(), true);
    return copyValues(trained(dataset), ParamMap.empty()).setParent(this);
  }

  /** Only this touches {@code stranger-train}: a model is used where that is not. */
  private StrangerModel trained(Dataset<?> dataset) {
    try {
      return getRanks() > 1
          ? BarrierTraining.fit(this, DrawnSamples.All.of(this, dataset))
          : DriverTraining.fit(this, DrawnSamples.of(this, dataset));
    } catch (NoClassDefFoundError e) {
      throw new RequestException(
          "there is no stranger-train on the class path of the driver, which training needs; add it",
          e);
    }
  }

  @Override
  public StrangerEstimator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  public static MLReader<StrangerEstimator> read() {
    return new DefaultParamsReader<>();
  }

  /** An estimator that was saved, alone. */
  public static StrangerEstimator load(String path) {
    return read().load(path);
  }
}
