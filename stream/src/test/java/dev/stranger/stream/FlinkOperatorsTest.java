package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Single operators, with a clock that the test moves. */
class FlinkOperatorsTest {

  private static final TypeInformation<Reading> READING = TypeInformation.of(Reading.class);

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void noDetectorStaysOpen() throws Exception {
    for (AutoCloseable harness : open) {
      harness.close();
    }
    assertThat(DetectorSource.OPEN.open()).isZero();
  }

  private OneInputStreamOperatorTestHarness<Reading, Judged<Reading>> judging(
      Judge<Reading> judge, BatchOptions batch) throws Exception {
    OneInputStreamOperatorTestHarness<Reading, Judged<Reading>> harness =
        new OneInputStreamOperatorTestHarness<>(
            new JudgeOperator<>(judge, batch), READING.createSerializer(config()));
    open.add(harness);
    harness.open();
    return harness;
  }

  /** Refuses types that only Kryo could serialize. */
  private static SerializerConfig config() {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    return config;
  }

  private static List<Long> numbers(OneInputStreamOperatorTestHarness<?, Judged<Reading>> from) {
    return from.extractOutputValues().stream().map(judged -> judged.value().number()).toList();
  }

  @Test
  void recordsWaitForABatchButNotLong() throws Exception {
    var harness = judging(Reading.JUDGE, new BatchOptions(3, Duration.ofMillis(5)));
    harness.setProcessingTime(100);
    harness.processElement(Reading.normal("a", 1), 0);
    harness.processElement(Reading.normal("a", 2), 0);
    assertThat(numbers(harness)).isEmpty();
    harness.processElement(Reading.normal("a", 3), 0);
    assertThat(numbers(harness)).containsExactly(1L, 2L, 3L);
    harness.setProcessingTime(200);
    harness.processElement(Reading.normal("a", 4), 0);
    harness.setProcessingTime(204);
    assertThat(numbers(harness)).hasSize(3);
    harness.setProcessingTime(205);
    assertThat(numbers(harness)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void nothingWaitsOverACheckpointAWatermarkOrTheEnd() throws Exception {
    var harness = judging(Reading.JUDGE, new BatchOptions(100, Duration.ofHours(1)));
    harness.processElement(Reading.normal("a", 1), 7);
    harness.prepareSnapshotPreBarrier(1);
    assertThat(numbers(harness)).containsExactly(1L);
    harness.processElement(Reading.normal("a", 2), 8);
    harness.processWatermark(9);
    harness.processElement(Reading.normal("a", 3), 10);
    harness.endInput();
    List<Object> output = List.copyOf(harness.getOutput());
    assertThat(output).hasSize(4);
    assertThat(output.get(2)).isEqualTo(new Watermark(9));
    assertThat(output).extracting(FlinkOperatorsTest::timestamp).containsExactly(7L, 8L, 9L, 10L);
  }

  private static long timestamp(Object element) {
    return element instanceof Watermark watermark
        ? watermark.getTimestamp()
        : ((StreamRecord<?>) element).getTimestamp();
  }

  @Test
  void objectsThatAreUsedAgainAreCopied() throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<>(
            new JudgeOperator<>(Reading.JUDGE, new BatchOptions(2, Duration.ofHours(1))),
            READING.createSerializer(config()));
    open.add(harness);
    harness.getExecutionConfig().enableObjectReuse();
    harness.open();
    Reading reading = Reading.normal("a", 1);
    StreamRecord<Reading> record = new StreamRecord<>(reading);
    harness.processElement(record);
    reading.values()[0] = 99;
    harness.processElement(record.replace(Reading.normal("a", 2)));
    List<Judged<Reading>> judged = harness.extractOutputValues();
    assertThat(numbers(harness)).containsExactly(1L, 2L);
    assertThat(judged.get(0).value().values()).isEqualTo(Reading.normal("a", 1).values());
    assertThat(judged.get(0).verdict().ood()).isFalse();
  }

  @Test
  void whatCannotBeJudgedFailsOrIsLeftOutOrReported() throws Exception {
    var failing = judging(Reading.JUDGE, BatchOptions.SINGLE);
    assertThatThrownBy(() -> failing.processElement(Reading.broken("a", 1), 0))
        .isInstanceOf(DataException.class);
    var skipping = judging(Reading.JUDGE.with(OnInvalid.SKIP), BatchOptions.SINGLE);
    skipping.processElement(Reading.broken("a", 1), 0);
    skipping.processElement(Reading.normal("a", 2), 0);
    assertThat(numbers(skipping)).containsExactly(2L);
    var reporting = judging(Reading.JUDGE.with(OnInvalid.REPORT), BatchOptions.SINGLE);
    reporting.processElement(Reading.broken("a", 1), 0);
    assertThat(reporting.extractOutputValues().get(0).verdict()).isNull();
    assertThat(reporting.extractOutputValues().get(0).problem()).contains("NaN");
  }

  private KeyedOneInputStreamOperatorTestHarness<String, Tuple2<String, Float>, DriftAlarm<String>>
      watching(DriftOptions options, int subtasks, int index, OperatorSubtaskState... restored)
          throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new FlinkDrift<String>(Reading.DETECTOR, options)),
            scored -> scored.f0,
            Types.STRING,
            8,
            subtasks,
            index);
    open.add(harness);
    harness.setup(FlinkStreams.alarmType(Types.STRING).createSerializer(config()));
    if (restored.length > 0) {
      harness.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              AbstractStreamOperatorTestHarness.repackageState(restored), 8, 1, subtasks, index));
    }
    harness.open();
    return harness;
  }

  private static List<Tuple2<String, Float>> scores(long from, long to) {
    List<Tuple2<String, Float>> scores = new ArrayList<>();
    try (Detector detector = Reading.openDetector()) {
      for (long i = from; i < to; i++) {
        Reading reading = Reading.ofStream(i);
        scores.add(Tuple2.of(reading.device(), detector.judge(reading.values()).score()));
      }
    }
    return scores;
  }

  @Test
  void aCheckpointOfOneSubtaskIsContinuedByTwo() throws Exception {
    var before = watching(Reading.DRIFT, 1, 0);
    for (var scored : scores(0, 1_100)) {
      before.processElement(scored, 0);
    }
    Set<DriftAlarm<String>> alarms = new HashSet<>(before.extractOutputValues());
    OperatorSubtaskState state = before.snapshot(1, 0);
    var after = List.of(watching(Reading.DRIFT, 2, 0, state), watching(Reading.DRIFT, 2, 1, state));
    for (var scored : scores(1_100, Reading.RECORDS)) {
      int group = KeyGroupRangeAssignment.assignKeyToParallelOperator(scored.f0, 8, 2);
      after.get(group).processElement(scored, 0);
    }
    after.forEach(harness -> alarms.addAll(harness.extractOutputValues()));
    List<Reading> all = LongStream.range(0, Reading.RECORDS).mapToObj(Reading::ofStream).toList();
    assertThat(alarms).hasSize(2).isEqualTo(Reading.plainAlarms(all, Reading.DRIFT));
  }

  @Test
  void theStateOfAnIdleKeyIsDropped() throws Exception {
    var harness = watching(Reading.DRIFT.withIdle(Duration.ofMillis(800)), 1, 0);
    harness.setProcessingTime(0);
    for (int i = 0; i < 10; i++) {
      harness.processElement(Tuple2.of("a", 20f), 0);
      harness.processElement(Tuple2.of("b", 0.3f), 0);
    }
    int held = harness.numKeyedStateEntries();
    harness.setProcessingTime(500);
    harness.processElement(Tuple2.of("b", 0.3f), 0);
    harness.setProcessingTime(899);
    assertThat(harness.numKeyedStateEntries()).isEqualTo(held);
    harness.setProcessingTime(901);
    assertThat(harness.numKeyedStateEntries()).as("a is gone").isEqualTo(held / 2);
    harness.setProcessingTime(1_500);
    assertThat(harness.numKeyedStateEntries()).as("both are gone").isZero();
    assertThat(harness.numProcessingTimeTimers()).isZero();
    List<DriftAlarm<String>> none = harness.extractOutputValues();
    int more = 0;
    while (harness.extractOutputValues().size() == none.size()) {
      harness.processElement(Tuple2.of("a", 20f), 0);
      more++;
    }
    assertThat(harness.extractOutputValues().get(none.size()).samples()).isEqualTo(more);
  }

  @Test
  void judgedRecordsAndAlarmsTravelWithoutKryo() throws Exception {
    try (Detector detector = Reading.openDetector()) {
      Judged<String> judged = Judged.as("x", detector.judge(new float[] {20, 10, 1000}));
      Judged<String> invalid = Judged.invalid("x", "no number");
      TypeInformation<Judged<String>> type = FlinkStreams.judgedType(Types.STRING);
      assertThat(copy(judged, type)).isEqualTo(judged);
      assertThat(copy(invalid, type)).isEqualTo(invalid);
    }
    DriftAlarm<Long> alarm = new DriftAlarm<>(7L, 100, 5.5, 4.3, 20, 9);
    assertThat(copy(alarm, FlinkStreams.alarmType(Types.LONG))).isEqualTo(alarm);
  }

  private static <T> T copy(T value, TypeInformation<T> type) throws Exception {
    TypeSerializer<T> serializer = type.createSerializer(config());
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    assertThat(serializer.copy(value)).isEqualTo(value);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }
}
