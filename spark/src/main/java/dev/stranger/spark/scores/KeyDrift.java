package dev.stranger.spark.scores;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.calibrate.FalseAlarmBound;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.streaming.ExpiredTimerInfo;
import org.apache.spark.sql.streaming.ListState;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StatefulProcessor;
import org.apache.spark.sql.streaming.TTLConfig;
import org.apache.spark.sql.streaming.TimeMode;
import org.apache.spark.sql.streaming.TimerValues;
import org.apache.spark.sql.streaming.ValueState;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;

/**
 * Has the monitor of each key in Spark's state store, in two parts: the first scores of its stream,
 * to which each micro-batch adds, and all else, which is small.
 *
 * <p>Idle keys are dropped by timers. Spark's own time to live is one of each element of a list,
 * and would drop the scores of keys that are not idle.
 */
final class KeyDrift extends StatefulProcessor<String, Row, Row> {

  @Serial private static final long serialVersionUID = 1;

  static final StructType SCHEMA =
      new StructType()
          .add("key", DataTypes.StringType)
          .add("samples", DataTypes.LongType, false)
          .add("evidence", DataTypes.DoubleType, false)
          .add("alarmLine", DataTypes.DoubleType, false)
          .add("inWindow", DataTypes.IntegerType, false)
          .add("flagged", DataTypes.IntegerType, false)
          .add("streamAlarm", DataTypes.LongType)
          .add("windowAlarm", DataTypes.LongType)
          .add("drifted", DataTypes.BooleanType, false)
          .add("alarm", DataTypes.BooleanType, false);

  /** More parts take longer to read, fewer to join. */
  private static final int MOST_PARTS = 16;

  private final float[] heldOut;
  private final int rank;
  private final double samplesToFalseAlarm;
  private final int window;
  private final int mostScores;
  private final long idleMillis;
  private final boolean watchingAgain;

  private transient Calibration calibration;
  private transient FalseAlarmBound bound;
  private transient ValueState<byte[]> saved;
  private transient ListState<byte[]> scores;
  private transient ValueState<Long> lastSeen;

  KeyDrift(DriftByKey drift) {
    heldOut = drift.calibration().scores();
    rank = drift.bound().rank();
    samplesToFalseAlarm = drift.samplesToFalseAlarm();
    window = drift.window();
    mostScores = drift.mostScores();
    idleMillis = drift.idle() == null ? 0 : drift.idle().toMillis();
    watchingAgain = drift.again();
  }

  @Override
  public void init(OutputMode output, TimeMode time) {
    calibration = Calibration.of(heldOut);
    bound = new FalseAlarmBound(heldOut.length, rank);
    saved = getHandle().getValueState("monitor", Encoders.BINARY(), TTLConfig.NONE());
    scores = getHandle().getListState("scores", Encoders.BINARY(), TTLConfig.NONE());
    if (idleMillis > 0) {
      lastSeen = getHandle().getValueState("lastSeen", Encoders.LONG(), TTLConfig.NONE());
    }
  }

  @Override
  public Iterator<Row> handleInputRows(String key, Iterator<Row> rows, TimerValues time) {
    long now = time.getCurrentProcessingTimeInMs();
    if (isIdle(now)) {
      forget();
    }
    List<byte[]> parts = parts();
    DriftMonitor monitor = monitor(parts);
    if (watchingAgain && monitor.state().drifted()) {
      forget();
      parts = List.of();
      monitor = newMonitor();
    }
    boolean before = monitor.state().drifted();
    int held = monitor.heldScores();
    float[] added = inOrder(rows);
    for (float score : added) {
      monitor.add(score);
    }
    keep(parts, bytes(added, monitor.heldScores() - held));
    saved.update(withOptions(monitor.saveWithoutScores()));
    keepAlive(now);
    return Iterator.single(row(key, monitor.state(), before));
  }

  private DriftMonitor newMonitor() {
    return DriftMonitor.endless(calibration, bound, samplesToFalseAlarm, window, mostScores);
  }

  private DriftMonitor monitor(List<byte[]> parts) {
    return saved.exists()
        ? DriftMonitor.restore(withoutOptions(saved.get()), floats(parts), calibration, bound)
        : newMonitor();
  }

  private byte[] withOptions(byte[] monitor) {
    return ByteBuffer.allocate(Integer.BYTES + monitor.length)
        .putInt(options())
        .put(monitor)
        .array();
  }

  /** A monitor goes on with the options it was made with, which must not go unnoticed. */
  private byte[] withoutOptions(byte[] bytes) {
    if (ByteBuffer.wrap(bytes).getInt() != options()) {
      throw new DataException(
          "the checkpoint has drift monitors with other options; take those, or a new checkpoint");
    }
    return Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
  }

  private int options() {
    return Objects.hash(samplesToFalseAlarm, window, mostScores);
  }

  private List<byte[]> parts() {
    List<byte[]> parts = new ArrayList<>();
    Iterator<byte[]> all = scores.get();
    while (all.hasNext()) {
      parts.add(all.next());
    }
    return parts;
  }

  private static float[] floats(List<byte[]> parts) {
    ByteBuffer all = joined(parts);
    float[] floats = new float[all.remaining() / Float.BYTES];
    all.asFloatBuffer().get(floats);
    return floats;
  }

  private static ByteBuffer joined(List<byte[]> parts) {
    ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
    parts.forEach(all::put);
    return all.flip();
  }

  private static byte[] bytes(float[] scores, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * count);
    bytes.asFloatBuffer().put(scores, 0, count);
    return bytes.array();
  }

  private void keep(List<byte[]> parts, byte[] part) {
    if (part.length == 0) {
      return;
    }
    if (parts.size() < MOST_PARTS) {
      scores.appendValue(part);
    } else {
      parts.add(part);
      scores.put(new byte[][] {joined(parts).array()});
    }
  }

  private static float[] inOrder(Iterator<Row> rows) {
    List<Row> ordered = new ArrayList<>();
    while (rows.hasNext()) {
      ordered.add(rows.next());
    }
    ordered.sort(Comparator.comparing(KeyDrift::order, Comparator.nullsFirst(KeyDrift::compare)));
    float[] scores = new float[ordered.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = ordered.get(i).isNullAt(1) ? Float.NaN : ordered.get(i).getFloat(1);
    }
    return scores;
  }

  private static @Nullable Object order(Row row) {
    return row.get(2);
  }

  /** All values of a column are of one class. */
  @SuppressWarnings("unchecked")
  private static int compare(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  private boolean isIdle(long now) {
    return idleMillis > 0 && lastSeen.exists() && now - lastSeen.get() >= idleMillis;
  }

  private void forget() {
    saved.clear();
    scores.clear();
  }

  /** One timer for each key, which is not moved with every row. */
  private void keepAlive(long now) {
    if (idleMillis > 0) {
      if (!lastSeen.exists()) {
        getHandle().registerTimer(now + idleMillis);
      }
      lastSeen.update(now);
    }
  }

  @Override
  public Iterator<Row> handleExpiredTimer(String key, TimerValues time, ExpiredTimerInfo expired) {
    if (isIdle(time.getCurrentProcessingTimeInMs())) {
      forget();
      lastSeen.clear();
    } else {
      getHandle().registerTimer(lastSeen.get() + idleMillis);
    }
    return Iterator.empty();
  }

  private static Row row(String key, DriftState state, boolean driftedBefore) {
    return RowFactory.create(
        key,
        state.samples(),
        state.evidence(),
        state.alarmLine(),
        state.inWindow(),
        state.flagged(),
        orNull(state.streamAlarm()),
        orNull(state.windowAlarm()),
        state.drifted(),
        state.drifted() && !driftedBefore);
  }

  private static @Nullable Long orNull(OptionalLong alarm) {
    return alarm.isPresent() ? alarm.getAsLong() : null;
  }
}
