package dev.stranger.stream;

import dev.stranger.calibrate.DriftState;
import dev.stranger.score.SharedDetectors;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Watches the verdicts of every key for drift, in a persistent store with a changelog: {@code
 * judged.processValues(new KafkaDrift<>("drift", Serdes.String(), detector, options))} is a stream
 * of alarms. The stream must be partitioned by key. A tombstone forgets the state of its key, so
 * that the key is watched anew. Records without a key or without a verdict do not count.
 */
public final class KafkaDrift<K, V>
    implements FixedKeyProcessorSupplier<K, Judged<V>, DriftAlarm<K>> {

  private final KeyValueBytesStoreSupplier store;
  private final Serde<K> keys;
  private final DetectorSource detector;
  private final DriftOptions options;

  /**
   * @param store the name of a persistent state store
   * @param detector the one that judged
   */
  public KafkaDrift(String store, Serde<K> keys, DetectorSource detector, DriftOptions options) {
    this(Stores.persistentKeyValueStore(store), keys, detector, options);
  }

  /** The same with a state store of one's own choice. */
  public KafkaDrift(
      KeyValueBytesStoreSupplier store,
      Serde<K> keys,
      DetectorSource detector,
      DriftOptions options) {
    if (options.idle() != null) {
      throw new IllegalArgumentException(
          "Kafka Streams keeps the state of idle keys, got idle %s; send tombstones instead"
              .formatted(options.idle()));
    }
    this.store = store;
    this.keys = keys;
    this.detector = detector;
    this.options = options;
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(Stores.keyValueStoreBuilder(store, Serdes.Bytes(), Serdes.ByteArray()));
  }

  @Override
  public FixedKeyProcessor<K, Judged<V>, DriftAlarm<K>> get() {
    return new Alarms();
  }

  private final class Alarms implements FixedKeyProcessor<K, Judged<V>, DriftAlarm<K>> {

    private FixedKeyProcessorContext<K, DriftAlarm<K>> context;
    private KeyValueStore<Bytes, byte[]> entries;
    private SharedDetectors.Lease lease;
    private DriftKeys<Bytes, RuntimeException> monitors;

    @Override
    public void init(FixedKeyProcessorContext<K, DriftAlarm<K>> context) {
      this.context = context;
      entries = context.getStateStore(store.name());
      lease = detector.open();
      monitors = new DriftKeys<>(lease, options);
    }

    @Override
    public void process(FixedKeyRecord<K, Judged<V>> record) {
      if (record.key() == null) {
        return;
      }
      Bytes key = Bytes.wrap(keys.serializer().serialize(store.name(), record.key()));
      Supplier<DriftStore<RuntimeException>> opener = () -> new KafkaDriftStore(entries, key);
      Judged<V> judged = record.value();
      if (judged == null) {
        monitors.forget(key, opener);
      } else if (judged.verdict() != null) {
        add(record, key, judged.verdict().score(), opener);
      }
    }

    private void add(
        FixedKeyRecord<K, Judged<V>> record,
        Bytes key,
        float score,
        Supplier<DriftStore<RuntimeException>> opener) {
      DriftState alarm = monitors.add(key, score, opener);
      if (alarm != null) {
        context.forward(record.withValue(DriftAlarm.of(record.key(), alarm)));
      }
    }

    @Override
    public void close() {
      if (lease != null) {
        lease.close();
      }
    }
  }
}
