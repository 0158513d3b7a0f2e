package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import dev.stranger.score.SharedDetectors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaStreamsTest {

  private static final String CHANGELOG = "readings-drift-changelog";

  private static final Judge<String> JUDGE =
      new Judge<>(Reading.DETECTOR, (line, preparation) -> values(line));

  @TempDir Path folder;

  @AfterEach
  void noDetectorStaysOpen() {
    assertThat(DetectorSource.OPEN.open()).isZero();
  }

  private static float[] values(String line) {
    String[] fields = line.split(",");
    float[] values = new float[fields.length];
    for (int i = 0; i < fields.length; i++) {
      try {
        values[i] = Float.parseFloat(fields[i]);
      } catch (NumberFormatException e) {
        throw new DataException("'%s' is no number".formatted(fields[i]), e);
      }
    }
    return values;
  }

  private static String line(Reading reading) {
    float[] values = reading.values();
    return values[0] + "," + values[1] + "," + values[2];
  }

  private static Topology topology(Judge<String> judge, KeyValueBytesStoreSupplier store) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<String, Judged<String>> judged =
        builder.stream("readings", Consumed.with(Serdes.String(), Serdes.String()))
            .processValues(new KafkaJudge<>(judge));
    judged
        .mapValues(one -> one == null ? null : one.verdict() + " " + one.problem())
        .to("judged", Produced.with(Serdes.String(), Serdes.String()));
    judged
        .processValues(new KafkaDrift<>(store, Serdes.String(), Reading.DETECTOR, Reading.DRIFT))
        .mapValues(DriftAlarm::toString)
        .to("alarms", Produced.with(Serdes.String(), Serdes.String()));
    return builder.build();
  }

  /** In memory, because the driver flushes files at every record. */
  private TopologyTestDriver driver(Judge<String> judge) {
    return driver(judge, Stores.inMemoryKeyValueStore("drift"));
  }

  private TopologyTestDriver driver(Judge<String> judge, KeyValueBytesStoreSupplier store) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "readings");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    return new TopologyTestDriver(topology(judge, store), properties);
  }

  private static TestInputTopic<String, String> input(TopologyTestDriver driver) {
    return driver.createInputTopic("readings", new StringSerializer(), new StringSerializer());
  }

  private static void send(TopologyTestDriver driver, List<Reading> readings) {
    TestInputTopic<String, String> input = input(driver);
    readings.forEach(reading -> input.pipeInput(reading.device(), line(reading)));
  }

  private static List<KeyValue<String, String>> output(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
        .readKeyValuesToList();
  }

  private static Set<String> alarms(TopologyTestDriver driver) {
    Set<String> alarms = new HashSet<>();
    output(driver, "alarms").forEach(one -> assertThat(alarms.add(one.value)).isTrue());
    return alarms;
  }

  private static Set<String> plainAlarms(List<Reading> readings) {
    Set<String> alarms = new HashSet<>();
    Reading.plainAlarms(readings, Reading.DRIFT).forEach(alarm -> alarms.add(alarm.toString()));
    return alarms;
  }

  private static List<Reading> readings(long from, long to) {
    return LongStream.range(from, to).mapToObj(Reading::ofStream).toList();
  }

  @Test
  void verdictsAndAlarmsAreThoseOfPlainLoops() {
    List<Reading> readings = readings(0, Reading.RECORDS);
    try (TopologyTestDriver driver = driver(JUDGE);
        Detector detector = Reading.openDetector()) {
      send(driver, readings);
      assertThat(DetectorSource.OPEN.open()).isEqualTo(1);
      List<KeyValue<String, String>> judged = output(driver, "judged");
      assertThat(judged).hasSameSizeAs(readings);
      for (int i = 0; i < readings.size(); i++) {
        assertThat(judged.get(i).key).isEqualTo(readings.get(i).device());
        assertThat(judged.get(i).value)
            .isEqualTo(detector.judge(readings.get(i).values()) + " null");
      }
      assertThat(alarms(driver)).hasSize(2).isEqualTo(plainAlarms(readings));
    }
  }

  /** What Kafka Streams does when a task moves to another machine. */
  @Test
  void theChangelogRestoresTheState() {
    Set<String> alarms = new HashSet<>();
    List<KeyValue<byte[], byte[]>> changelog;
    try (TopologyTestDriver driver = driver(JUDGE)) {
      send(driver, readings(0, 1_100));
      changelog = changelog(driver);
      alarms.addAll(alarms(driver));
    }
    try (TopologyTestDriver driver = driver(JUDGE)) {
      KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore("drift");
      assertThat(isEmpty(store)).isTrue();
      changelog.forEach(entry -> store.put(Bytes.wrap(entry.key), entry.value));
      send(driver, readings(1_100, Reading.RECORDS));
      alarms.addAll(alarms(driver));
    }
    assertThat(alarms).hasSize(2).isEqualTo(plainAlarms(readings(0, Reading.RECORDS)));
  }

  private static List<KeyValue<byte[], byte[]>> changelog(TopologyTestDriver driver) {
    return driver
        .createOutputTopic(CHANGELOG, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readKeyValuesToList();
  }

  /** Without transactions a machine may be lost between two entries. */
  @Test
  void everyBeginningOfAChangelogIsAState() {
    List<KeyValue<byte[], byte[]>> changelog;
    try (TopologyTestDriver driver = driver(JUDGE)) {
      TestInputTopic<String, String> input = input(driver);
      for (int i = 0; i < 300; i++) {
        input.pipeInput("d", line(Reading.normal("d", i)));
      }
      input.pipeInput("d", (String) null);
      changelog = changelog(driver);
    }
    assertThat(changelog).hasSizeGreaterThan(300);
    KeyValueStore<Bytes, byte[]> memory = opened(Stores.inMemoryKeyValueStore("copy"));
    try (SharedDetectors.Lease lease = Reading.DETECTOR.open()) {
      for (int length = 0; length < changelog.size(); length += length < 250 ? 25 : 1) {
        changelog.subList(0, length).forEach(e -> memory.put(Bytes.wrap(e.key), e.value));
        Bytes key = Bytes.wrap("d".getBytes());
        DriftKeys<Bytes, RuntimeException> keys = new DriftKeys<>(lease, Reading.DRIFT);
        for (int i = 0; i < 300; i++) {
          keys.add(key, 0.3f, () -> new KafkaDriftStore(memory, key));
        }
        keys.forget(key, () -> new KafkaDriftStore(memory, key));
        clear(memory);
      }
    }
  }

  private static void clear(KeyValueStore<Bytes, byte[]> store) {
    try (KeyValueIterator<Bytes, byte[]> entries = store.all()) {
      entries.forEachRemaining(entry -> store.delete(entry.key));
    }
  }

  private MockProcessorContext<Void, Void> context() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "readings");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    return new MockProcessorContext<>(properties, new TaskId(0, 0), folder.toFile());
  }

  @Test
  void aStoreThatIsOpenedAgainHasTheState() {
    Bytes key = Bytes.wrap(new byte[] {1, 2, 3});
    byte[] saved = new byte[3 * KafkaDriftStore.PART + 5];
    new Random(1).nextBytes(saved);
    KeyValueStore<Bytes, byte[]> disk = disk();
    KafkaDriftStore store = new KafkaDriftStore(disk, key);
    assertThat(store.saved()).isNull();
    store.replace(new byte[] {1});
    store.add(9);
    store.replace(saved);
    for (int i = 0; i < 200; i++) {
      store.add(i);
    }
    disk.close();
    disk = disk();
    store = new KafkaDriftStore(disk, key);
    assertThat(store.saved()).isEqualTo(saved);
    assertThat(store.scoresSince()).hasSize(200).startsWith(0f, 1f, 2f).endsWith(198f, 199f);
    store.add(200);
    store = new KafkaDriftStore(disk, key);
    assertThat(store.scoresSince()).hasSize(201);
    store.clear();
    assertThat(isEmpty(disk)).as("nothing is left").isTrue();
    disk.close();
  }

  private KeyValueStore<Bytes, byte[]> disk() {
    return opened(Stores.persistentKeyValueStore("drift"));
  }

  private KeyValueStore<Bytes, byte[]> opened(KeyValueBytesStoreSupplier supplier) {
    KeyValueStore<Bytes, byte[]> store = supplier.get();
    store.init(context().getStateStoreContext(), store);
    return store;
  }

  private static boolean isEmpty(KeyValueStore<?, ?> store) {
    try (KeyValueIterator<?, ?> entries = store.all()) {
      return !entries.hasNext();
    }
  }

  @Test
  void keysThatBeginAlikeAreKeptApart() {
    KeyValueStore<Bytes, byte[]> disk = disk();
    for (int length = 0; length < 30; length++) {
      KafkaDriftStore store = new KafkaDriftStore(disk, Bytes.wrap(new byte[length]));
      store.replace(new byte[] {(byte) length});
      store.add(length);
    }
    for (int length = 0; length < 30; length++) {
      KafkaDriftStore store = new KafkaDriftStore(disk, Bytes.wrap(new byte[length]));
      assertThat(store.saved()).containsExactly(length);
      assertThat(store.scoresSince()).containsExactly((float) length);
    }
    disk.close();
  }

  @Test
  void aTombstoneIsPassedOnAndItsKeyBeginsAnew() {
    try (TopologyTestDriver driver = driver(JUDGE, Stores.persistentKeyValueStore("drift"))) {
      TestInputTopic<String, String> input = input(driver);
      List<String> alarms = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 50; j++) {
          input.pipeInput("a", line(Reading.strange("a", j)));
        }
        input.pipeInput("a", (String) null);
        alarms.addAll(alarms(driver));
      }
      assertThat(alarms).hasSize(2).containsOnly(alarms.get(0));
      assertThat(output(driver, "judged")).hasSize(102).contains(KeyValue.pair("a", null));
      assertThat(isEmpty(driver.getKeyValueStore("drift"))).isTrue();
    }
  }

  @Test
  void recordsWithoutAKeyAreJudgedButNotWatched() {
    try (TopologyTestDriver driver = driver(JUDGE)) {
      TestInputTopic<String, String> input = input(driver);
      for (int i = 0; i < 100; i++) {
        input.pipeInput(null, line(Reading.strange("a", i)));
      }
      assertThat(output(driver, "judged")).hasSize(100);
      assertThat(alarms(driver)).isEmpty();
    }
  }

  @Test
  void whatCannotBeJudgedFailsOrIsLeftOutOrReported() {
    TopologyTestDriver failing = driver(JUDGE);
    assertThatThrownBy(() -> input(failing).pipeInput("a", "20,?,1000"))
        .hasStackTraceContaining("a record cannot be judged: '?' is no number");
    failing.close();
    try (TopologyTestDriver driver = driver(JUDGE.with(OnInvalid.SKIP))) {
      input(driver).pipeInput("a", "20,?,1000");
      assertThat(output(driver, "judged")).isEmpty();
      assertThat(invalid(driver)).isEqualTo(1);
    }
    try (TopologyTestDriver driver = driver(JUDGE.with(OnInvalid.REPORT))) {
      input(driver).pipeInput("a", "20,?,1000");
      assertThat(output(driver, "judged"))
          .containsExactly(KeyValue.pair("a", "null '?' is no number"));
      assertThat(invalid(driver)).isEqualTo(1);
    }
  }

  private static double invalid(TopologyTestDriver driver) {
    return driver.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("invalid-total"))
        .mapToDouble(metric -> (double) metric.getValue().metricValue())
        .sum();
  }

  @Test
  void anIdleTimeIsRefused() {
    DriftOptions idle = Reading.DRIFT.withIdle(Duration.ofDays(1));
    assertThatThrownBy(() -> new KafkaDrift<>("drift", Serdes.String(), Reading.DETECTOR, idle))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got idle PT24H");
  }
}
