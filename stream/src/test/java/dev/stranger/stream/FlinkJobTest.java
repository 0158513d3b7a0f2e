package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.SamplePreparation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs on a cluster in this process. */
@Tag("slow")
class FlinkJobTest {

  private static final TypeInformation<Reading> READING = TypeInformation.of(Reading.class);

  private static final Set<SamplePreparation> DETECTORS =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private static final Queue<Judged<Reading>> JUDGED = new ConcurrentLinkedQueue<>();
  private static final Queue<DriftAlarm<String>> ALARMS = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger CHECKPOINTS = new AtomicInteger();
  private static final AtomicBoolean FAILED = new AtomicBoolean();

  private static final Judge<Reading> JUDGE =
      new Judge<>(
          Reading.DETECTOR,
          (reading, preparation) -> {
            DETECTORS.add(preparation);
            return reading.values();
          });

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    DETECTORS.clear();
    JUDGED.clear();
    ALARMS.clear();
    CHECKPOINTS.set(0);
    FAILED.set(false);
  }

  @AfterEach
  void noDetectorStaysOpen() {
    assertThat(DetectorSource.OPEN.open()).isZero();
  }

  /** A type that only Kryo could serialize fails the job. */
  private Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    return configuration;
  }

  private StreamExecutionEnvironment environment(int parallelism) {
    return StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration());
  }

  private static List<Reading> readings() {
    return LongStream.range(0, Reading.RECORDS).mapToObj(Reading::ofStream).toList();
  }

  /** By device from the beginning, so that the readings of a device stay in order. */
  @SuppressWarnings("rawtypes") // it has a parameter since Flink 2.2
  private static DataStream<Reading> source(
      StreamExecutionEnvironment environment, RateLimiterStrategy rate) {
    return environment
        .fromSource(
            new DataGeneratorSource<>(Reading::ofStream, Reading.RECORDS, rate, READING),
            WatermarkStrategy.noWatermarks(),
            "readings")
        .uid("readings")
        .setParallelism(1);
  }

  private static DataStream<DriftAlarm<String>> alarms(DataStream<Judged<Reading>> judged) {
    return FlinkStreams.alarms(
            judged, Reading::device, Types.STRING, Reading.DETECTOR, Reading.DRIFT)
        .uid("drift");
  }

  @Test
  void verdictsAreThoseOfOneDetectorForAllTasks() throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    DataStream<Reading> source = environment.fromData(READING, readings().toArray(Reading[]::new));
    List<Judged<Reading>> judged = new ArrayList<>();
    FlinkStreams.judge(source.rebalance(), JUDGE, BatchOptions.SINGLE)
        .executeAndCollect()
        .forEachRemaining(judged::add);
    assertThat(judged).hasSize(Reading.RECORDS);
    try (Detector detector = Reading.openDetector()) {
      for (Judged<Reading> one : judged) {
        assertThat(one.verdict()).isEqualTo(detector.judge(one.value().values()));
      }
    }
    assertThat(DETECTORS).hasSize(1);
  }

  @Test
  void batchesChangeNothingButRounding() throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    DataStream<Reading> source = source(environment, RateLimiterStrategy.noOp());
    List<Judged<Reading>> judged = new ArrayList<>();
    FlinkStreams.judge(source.keyBy(Reading::device), JUDGE)
        .executeAndCollect()
        .forEachRemaining(judged::add);
    assertThat(judged).hasSize(Reading.RECORDS);
    try (Detector detector = Reading.openDetector()) {
      for (Judged<Reading> one : judged) {
        Verdict alone = detector.judge(one.value().values());
        assertThat(one.verdict().score())
            .isCloseTo(alone.score(), within(1e-4f * Math.abs(alone.score())));
        assertThat(one.verdict().ood()).isEqualTo(alone.ood());
      }
    }
  }

  @Test
  void alarmsAreThoseOfAMonitorForEachKey() throws Exception {
    StreamExecutionEnvironment environment = environment(2);
    DataStream<Reading> source = source(environment, RateLimiterStrategy.noOp());
    Set<DriftAlarm<String>> alarms = new HashSet<>();
    alarms(FlinkStreams.judge(source.keyBy(Reading::device), JUDGE, BatchOptions.SINGLE))
        .executeAndCollect()
        .forEachRemaining(alarm -> assertThat(alarms.add(alarm)).isTrue());
    assertThat(alarms).hasSize(2).isEqualTo(Reading.plainAlarms(readings(), Reading.DRIFT));
  }

  /** Fails once, when there is a checkpoint to go back to. */
  private static final class FailingOnce
      implements MapFunction<Reading, Reading>, CheckpointListener {

    @Override
    public Reading map(Reading reading) {
      if (CHECKPOINTS.get() >= 2 && reading.number() > 300 && FAILED.compareAndSet(false, true)) {
        throw new IllegalStateException("on purpose");
      }
      return reading;
    }

    @Override
    public void notifyCheckpointComplete(long id) {
      CHECKPOINTS.incrementAndGet();
    }
  }

  @Test
  void afterAFailureEveryRecordCountsOnce() throws Exception {
    Configuration configuration = configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    environment.enableCheckpointing(50);
    // Batches that never fill: all records wait until a checkpoint, a tenth of a second or the end.
    BatchOptions batch = new BatchOptions(100_000, Duration.ofMillis(100));
    DataStream<Judged<Reading>> judged =
        FlinkStreams.judge(
            source(environment, RateLimiterStrategy.perSecond(600))
                .map(new FailingOnce())
                .returns(READING)
                .setParallelism(1)
                .keyBy(Reading::device),
            JUDGE,
            batch);
    var judgedOnce = judged.collectAsync();
    var alarmsOnce = alarms(judged).collectAsync();
    JobClient job = environment.executeAsync();
    List<Long> numbers = new ArrayList<>();
    judgedOnce.forEachRemaining(one -> numbers.add(one.value().number()));
    Set<DriftAlarm<String>> alarms = new HashSet<>();
    alarmsOnce.forEachRemaining(alarm -> assertThat(alarms.add(alarm)).isTrue());
    job.getJobExecutionResult().get();
    assertThat(FAILED).isTrue();
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, Reading.RECORDS).boxed().toList());
    assertSame(alarms, Reading.plainAlarms(readings(), Reading.DRIFT));
  }

  /** Scores of batches differ by rounding, so evidence does. */
  private static void assertSame(Set<DriftAlarm<String>> alarms, Set<DriftAlarm<String>> expected) {
    assertThat(alarms).hasSize(2).hasSameSizeAs(expected);
    for (DriftAlarm<String> one : expected) {
      assertThat(alarms)
          .anySatisfy(
              alarm -> {
                assertThat(alarm.key()).isEqualTo(one.key());
                assertThat(alarm.samples()).isEqualTo(one.samples());
                assertThat(alarm.evidence()).isCloseTo(one.evidence(), within(1e-3));
              });
    }
  }

  /** A job that notes what it does; it must not fail, as notes are not undone. */
  private StreamExecutionEnvironment noting(int parallelism, Configuration configuration) {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
    DataStream<Judged<Reading>> judged =
        FlinkStreams.judge(
                source(environment, RateLimiterStrategy.perSecond(600)).keyBy(Reading::device),
                JUDGE)
            .uid("judge");
    judged
        .map(
            one -> {
              JUDGED.add(one);
              return 1;
            })
        .returns(Types.INT)
        .sinkTo(new DiscardingSink<>());
    alarms(judged)
        .map(
            alarm -> {
              ALARMS.add(alarm);
              return 1;
            })
        .returns(Types.INT)
        .sinkTo(new DiscardingSink<>());
    return environment;
  }

  @Test
  void aSavepointOfOneTaskIsContinuedByTwo() throws Exception {
    JobClient first = noting(1, configuration()).executeAsync();
    while (ALARMS.isEmpty()) {
      Thread.sleep(10);
    }
    String savepoint =
        first
            .stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
            .get();
    first.getJobExecutionResult().exceptionally(stopped -> null).get();
    int before = JUDGED.size();
    assertThat(before).isLessThan(Reading.RECORDS);
    Configuration restored = configuration();
    restored.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    noting(2, restored).execute();
    assertThat(JUDGED.stream().map(one -> one.value().number()).toList())
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, Reading.RECORDS).boxed().toList());
    assertThat(ALARMS).hasSize(2);
    assertSame(new HashSet<>(ALARMS), Reading.plainAlarms(readings(), Reading.DRIFT));
  }

  @Test
  void aRecordThatCannotBeJudgedFailsTheJob() {
    StreamExecutionEnvironment environment = environment(1);
    DataStream<Reading> source = environment.fromData(READING, Reading.broken("a", 1));
    assertThatThrownBy(
            () -> FlinkStreams.judge(source, JUDGE).executeAndCollect().forEachRemaining(x -> {}))
        .hasStackTraceContaining("a record cannot be judged: sample 0 has the value NaN");
  }
}
