package dev.stranger.stream;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;

/**
 * Judges records in batches. Nothing waits when a checkpoint is taken, a watermark passes or the
 * input ends: the waiting records are judged first. So there is no state to keep, and no function
 * of Flink would do: only an operator is told before a barrier.
 */
final class JudgeOperator<T> extends AbstractStreamOperator<Judged<T>>
    implements OneInputStreamOperator<T, Judged<T>>, BoundedOneInput {

  private final Judge<T> judge;
  private final BatchOptions batch;

  private transient OpenJudge<T> open;
  private transient List<StreamRecord<T>> waiting;
  private transient @Nullable TypeSerializer<T> copies;
  private transient boolean timed;

  JudgeOperator(Judge<T> judge, BatchOptions batch) {
    this.judge = judge;
    this.batch = batch;
  }

  @Override
  public void open() throws Exception {
    super.open();
    OpenJudge<T> opened = judge.open(batch.records());
    open = opened;
    waiting = new ArrayList<>();
    copies =
        getExecutionConfig().isObjectReuseEnabled()
            ? getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader())
            : null;
    getMetricGroup().gauge("invalid", opened::invalid);
  }

  @Override
  public void processElement(StreamRecord<T> record) {
    waiting.add(own(record));
    if (waiting.size() >= open.batch()) {
      judgeWaiting();
    } else if (!timed) {
      timed = true;
      long now = getProcessingTimeService().getCurrentProcessingTime();
      getProcessingTimeService().registerTimer(now + batch.delay().toMillis(), this::onTime);
    }
  }

  /** What comes before may use the objects again. */
  private StreamRecord<T> own(StreamRecord<T> record) {
    T value = record.getValue();
    return record.copy(copies == null ? value : copies.copy(value));
  }

  private void onTime(long time) {
    timed = false;
    judgeWaiting();
  }

  private void judgeWaiting() {
    List<StreamRecord<T>> now = waiting;
    waiting = new ArrayList<>();
    open.judge(values(now), (judged, i) -> output.collect(now.get(i).replace(judged)));
  }

  private static <T> List<T> values(List<StreamRecord<T>> records) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return records.get(index).getValue();
      }

      @Override
      public int size() {
        return records.size();
      }
    };
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpoint) {
    judgeWaiting();
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    judgeWaiting();
    super.processWatermark(watermark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    judgeWaiting();
    super.processWatermarkStatus(status);
  }

  @Override
  public void endInput() {
    judgeWaiting();
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (open != null) {
      open.close();
    }
  }
}
