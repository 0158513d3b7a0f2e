package dev.stranger.stream;

import dev.stranger.calibrate.DriftState;
import dev.stranger.score.SharedDetectors;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Watches the scores of keys for drift, in keyed state. */
final class FlinkDrift<K> extends KeyedProcessFunction<K, Tuple2<K, Float>, DriftAlarm<K>> {

  /** When a key was seen last is noted after this share of the idle time, not at every record. */
  private static final int NOTED = 8;

  private final DetectorSource detector;
  private final DriftOptions options;

  private transient SharedDetectors.Lease lease;
  private transient DriftKeys<K, Exception> keys;
  private transient CurrentKey store;
  private transient ValueState<Long> seen;

  FlinkDrift(DetectorSource detector, DriftOptions options) {
    this.detector = detector;
    this.options = options;
  }

  /** The store of the key that Flink has set. */
  private record CurrentKey(ValueState<byte[]> state, ListState<Float> scores)
      implements DriftStore<Exception> {

    @Override
    public byte @Nullable [] saved() throws Exception {
      return state.value();
    }

    @Override
    public Iterable<Float> scoresSince() throws Exception {
      return scores.get();
    }

    @Override
    public void add(float score) throws Exception {
      scores.add(score);
    }

    @Override
    public void replace(byte[] saved) throws Exception {
      state.update(saved);
      scores.clear();
    }

    @Override
    public void clear() {
      state.clear();
      scores.clear();
    }
  }

  @Override
  public void open(OpenContext context) {
    lease = detector.open();
    keys = new DriftKeys<>(lease, options);
    store =
        new CurrentKey(
            getRuntimeContext()
                .getState(
                    new ValueStateDescriptor<>(
                        "drift", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)),
            getRuntimeContext().getListState(new ListStateDescriptor<>("scores", Types.FLOAT)));
    seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.LONG));
  }

  @Override
  public void processElement(
      Tuple2<K, Float> scored, Context context, Collector<DriftAlarm<K>> alarms) throws Exception {
    DriftState alarm = keys.add(scored.f0, scored.f1, () -> store);
    if (alarm != null) {
      alarms.collect(DriftAlarm.of(scored.f0, alarm));
    }
    if (options.idle() != null) {
      note(context, options.idle());
    }
  }

  private void note(Context context, Duration idle) throws Exception {
    long now = context.timerService().currentProcessingTime();
    Long before = seen.value();
    if (before == null) {
      context.timerService().registerProcessingTimeTimer(end(now, idle));
    }
    if (before == null || now - before >= idle.toMillis() / NOTED) {
      seen.update(now);
    }
  }

  private static long end(long seen, Duration idle) {
    return seen + idle.toMillis() + idle.toMillis() / NOTED;
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<DriftAlarm<K>> alarms)
      throws Exception {
    Long last = seen.value();
    Duration idle = options.idle();
    if (last == null || idle == null) {
      return;
    }
    if (time < end(last, idle)) {
      context.timerService().registerProcessingTimeTimer(end(last, idle));
    } else {
      keys.forget(context.getCurrentKey(), () -> store);
      seen.clear();
    }
  }

  @Override
  public void close() {
    if (lease != null) {
      lease.close();
    }
  }
}
