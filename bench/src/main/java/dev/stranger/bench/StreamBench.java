package dev.stranger.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import dev.stranger.stream.BatchOptions;
import dev.stranger.stream.DetectorSource;
import dev.stranger.stream.DriftOptions;
import dev.stranger.stream.FlinkStreams;
import dev.stranger.stream.Judge;
import dev.stranger.stream.Judged;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogManager;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A Flink job with one task against a plain loop with one thread, in alternating rounds: record by
 * record, in batches, and in batches with drift for each of 1,000 keys. Rates are those of a second
 * of processor time of the whole process, so that neighbours on the machine matter little.
 * Argument: a detector file. Claims: Flink takes less than half a microsecond a record besides, and
 * batches of 64 are at least five times as fast as single records.
 */
public final class StreamBench {

  private static final int ROUNDS = 5;
  private static final double SECONDS = 2;
  private static final int KEYS = 1_000;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final AtomicLong JUDGED = new AtomicLong();
  private static final AtomicLong FIRST = new AtomicLong();
  private static final AtomicLong LAST = new AtomicLong();

  private StreamBench() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    Path file = Path.of(args[0]);
    try (Detector detector = Detector.open(file, OpenOptions.DEFAULT.withThreads(1))) {
      for (int batch : new int[] {1, 16, 64, 256}) {
        compare(file, detector, batch, false);
      }
      compare(file, detector, 64, true);
    }
  }

  private static void compare(Path file, Detector detector, int batch, boolean drift)
      throws Exception {
    double[] loops = new double[ROUNDS];
    double[] jobs = new double[ROUNDS];
    long records = Math.max(1_000, (long) (SECONDS * loop(detector, batch)));
    for (int i = -1; i < ROUNDS; i++) {
      double loop = loop(detector, batch);
      double job = job(file, detector, records, batch, drift);
      if (i >= 0) {
        loops[i] = loop;
        jobs[i] = job;
      }
    }
    Arrays.sort(loops);
    Arrays.sort(jobs);
    System.out.printf(
        Locale.ROOT,
        "batch %3d%s: loop %,.0f records/s of processor time, Flink %,.0f, ratio %.2f%n",
        batch,
        drift ? " and drift" : "",
        loops[ROUNDS / 2],
        jobs[ROUNDS / 2],
        jobs[ROUNDS / 2] / loops[ROUNDS / 2]);
  }

  private static double loop(Detector detector, int batch) {
    FloatBuffer samples = dev.stranger.bench.Judge.samples(batch, detector);
    long start = SYSTEM.getProcessCpuTime();
    long judged = 0;
    while (SYSTEM.getProcessCpuTime() - start < SECONDS * 1e9) {
      for (int i = 0; i < 16; i++) {
        detector.judge(samples, batch);
      }
      judged += 16 * batch;
    }
    return judged / ((SYSTEM.getProcessCpuTime() - start) / 1e9);
  }

  private static void note(long judged, long records) {
    if (judged == 1) {
      FIRST.set(SYSTEM.getProcessCpuTime());
    } else if (judged == records) {
      LAST.set(SYSTEM.getProcessCpuTime());
    }
  }

  /** From the first record that is judged to the last, as a cluster takes seconds to start. */
  private static double job(Path file, Detector detector, long records, int batch, boolean drift)
      throws Exception {
    float[] sample = new float[detector.shape().size()];
    dev.stranger.bench.Judge.samples(1, detector).get(sample);
    DetectorSource source = DetectorSource.read(file);
    Judge<float[]> judge =
        new Judge<>(
            source,
            (record, preparation) -> {
              note(JUDGED.incrementAndGet(), records);
              return record;
            });
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
    DataStream<float[]> stream =
        environment.fromSource(
            new DataGeneratorSource<>(
                i -> sample, records, PrimitiveArrayTypeInfo.FLOAT_PRIMITIVE_ARRAY_TYPE_INFO),
            WatermarkStrategy.noWatermarks(),
            "samples");
    DataStream<Judged<float[]>> judged =
        FlinkStreams.judge(stream, judge, new BatchOptions(batch, Duration.ofMillis(1)));
    if (drift) {
      AtomicLong next = new AtomicLong();
      FlinkStreams.alarms(
              judged,
              record -> next.getAndIncrement() % KEYS,
              Types.LONG,
              source,
              new DriftOptions(1e9, 100).watchingAgain())
          .sinkTo(new DiscardingSink<>());
    } else {
      judged.sinkTo(new DiscardingSink<>());
    }
    JUDGED.set(0);
    environment.execute();
    return records / ((LAST.get() - FIRST.get()) / 1e9);
  }
}
