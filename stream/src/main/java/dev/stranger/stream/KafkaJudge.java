package dev.stranger.stream;

import java.util.List;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/**
 * Judges the values of a stream of Kafka Streams, one by one: {@code stream.processValues(new
 * KafkaJudge<>(judge))}. A tombstone, which is a record without a value, is passed on as it is. Has
 * no state.
 */
public final class KafkaJudge<K, V> implements FixedKeyProcessorSupplier<K, V, Judged<V>> {

  private final Judge<V> judge;

  public KafkaJudge(Judge<V> judge) {
    this.judge = judge;
  }

  @Override
  public FixedKeyProcessor<K, V, Judged<V>> get() {
    return new Values<>(judge);
  }

  private static final class Values<K, V> implements FixedKeyProcessor<K, V, Judged<V>> {

    private final Judge<V> judge;
    private FixedKeyProcessorContext<K, Judged<V>> context;
    private OpenJudge<V> open;
    private Sensor invalid;

    Values(Judge<V> judge) {
      this.judge = judge;
    }

    @Override
    public void init(FixedKeyProcessorContext<K, Judged<V>> context) {
      this.context = context;
      open = judge.open(1);
      invalid =
          context
              .metrics()
              .addRateTotalSensor(
                  "stranger", context.taskId().toString(), "invalid", Sensor.RecordingLevel.INFO);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
      if (record.value() == null) {
        context.forward(record.withValue(null));
        return;
      }
      long before = open.invalid();
      open.judge(List.of(record.value()), (judged, i) -> context.forward(record.withValue(judged)));
      if (open.invalid() > before) {
        invalid.record();
      }
    }

    @Override
    public void close() {
      if (invalid != null) {
        context.metrics().removeSensor(invalid);
      }
      if (open != null) {
        open.close();
      }
    }
  }
}
