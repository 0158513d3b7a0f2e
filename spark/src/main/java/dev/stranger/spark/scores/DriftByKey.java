package dev.stranger.spark.scores;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.score.Detector;
import java.time.Duration;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.TimeMode;
import org.jspecify.annotations.Nullable;

/**
 * Watches the scores of each key of a stream for drift, such as those of each machine, with a
 * {@link DriftMonitor#endless DriftMonitor} of its own. While nothing drifts, the monitor of a key
 * gives alarm within its first m samples with a probability of at most {@code m /
 * samplesToFalseAlarm}.
 *
 * <p>Monitors live in Spark's state store and survive a restart from a checkpoint; each row counts
 * once. A key takes 4 bytes for each of its first scores, up to {@code mostScores} together with
 * the held-out scores, and some hundred bytes. Each micro-batch writes its new scores and these
 * hundred bytes, not all of them. Immutable and thread-safe.
 *
 * @param calibration held-out scores
 * @param bound says which samples a window counts
 * @param samplesToFalseAlarm how many samples of a key there are to a false alarm on average, at
 *     least
 * @param window the number of samples among which flagged ones are counted
 * @param mostScores that the calibration of a key grows to
 * @param idle a key without rows for so long is forgotten; null for never
 * @param order the column by which the rows of a key within a micro-batch are ordered; null for as
 *     they arrive, which after a shuffle may be any order
 * @param again whether a key starts anew in the micro-batch after that of its alarm; otherwise the
 *     alarm stays
 */
public record DriftByKey(
    Calibration calibration,
    FalseAlarmBound bound,
    double samplesToFalseAlarm,
    int window,
    int mostScores,
    @Nullable Duration idle,
    @Nullable String order,
    boolean again) {

  private static final String PROVIDER = "spark.sql.streaming.stateStore.providerClass";
  private static final String ROCKS_DB =
      "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider";

  public DriftByKey {
    DriftMonitor.endless(calibration, bound, samplesToFalseAlarm, window, mostScores);
    if (idle != null && (idle.isNegative() || idle.isZero())) {
      throw new IllegalArgumentException("the idle limit must be positive, got " + idle);
    }
  }

  public static DriftByKey of(Detector detector, double samplesToFalseAlarm, int window) {
    return new DriftByKey(
        detector.calibration(),
        detector.bound(),
        samplesToFalseAlarm,
        window,
        DriftMonitor.ENDLESS_SCORES,
        null,
        null,
        false);
  }

  /** Less memory; with fewer scores than {@code samplesToFalseAlarm} more false alarms. */
  public DriftByKey withMostScores(int mostScores) {
    return new DriftByKey(
        calibration, bound, samplesToFalseAlarm, window, mostScores, idle, order, again);
  }

  /** Forgets keys that had no rows for so long. */
  public DriftByKey withIdle(Duration idle) {
    return new DriftByKey(
        calibration, bound, samplesToFalseAlarm, window, mostScores, idle, order, again);
  }

  /** Takes the rows of a key in the order of a column, such as a time, within each micro-batch. */
  public DriftByKey inOrderOf(String column) {
    return new DriftByKey(
        calibration, bound, samplesToFalseAlarm, window, mostScores, idle, column, again);
  }

  /** Starts a key anew after its alarm. */
  public DriftByKey watchingAgain() {
    return new DriftByKey(
        calibration, bound, samplesToFalseAlarm, window, mostScores, idle, order, true);
  }

  /**
   * One row for each key in each micro-batch that has rows of it: {@code key}, as text, and what
   * its monitor knows after them. {@code samples}, {@code evidence}, {@code alarmLine}, {@code
   * inWindow}, {@code flagged}, {@code streamAlarm} and {@code windowAlarm} are those of {@link
   * dev.stranger.calibrate.DriftState}; {@code drifted} says whether there has been an alarm, and
   * {@code alarm} is true in the one row of a key whose micro-batch brought it.
   *
   * @param rows a stream, or a table, which is one micro-batch
   * @param key a column that is never null; a row without a key ends the query
   * @param score a column of scores; null and NaN count as stranger than everything
   * @throws RequestException when a stream has another state store than RocksDB
   */
  public Dataset<Row> watch(Dataset<?> rows, String key, String score) {
    if (rows.isStreaming()) {
      requireRocksDb(rows.sparkSession().conf().get(PROVIDER, ""));
    }
    Column rank = order == null ? functions.lit(null).cast("int") : functions.col(order);
    return rows.toDF()
        .select(
            functions.col(key).cast("string").as("key"),
            functions.col(score).cast("float").as("score"),
            rank.as("order"))
        .groupByKey((MapFunction<Row, String>) row -> keyOf(row, key), Encoders.STRING())
        .transformWithState(
            new KeyDrift(this),
            idle == null ? TimeMode.None() : TimeMode.ProcessingTime(),
            OutputMode.Append(),
            Encoders.row(KeyDrift.SCHEMA));
  }

  /** Spark's state store has no place for a key that is null. */
  private static String keyOf(Row row, String column) {
    if (row.isNullAt(0)) {
      throw new DataException(
          "a row has no %s (null); leave such rows out, or give them one with coalesce"
              .formatted(column));
    }
    return row.getString(0);
  }

  private static void requireRocksDb(String provider) {
    if (!provider.equals(ROCKS_DB)) {
      throw new RequestException(
          "drift by key needs the state store RocksDB; set %s=%s".formatted(PROVIDER, ROCKS_DB));
    }
  }
}
