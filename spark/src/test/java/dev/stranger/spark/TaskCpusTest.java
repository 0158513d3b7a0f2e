package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Sha256;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.SharedDetectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks of several cores. Three, so that it is not the number of cores of a small machine. */
class TaskCpusTest {

  private static final int CPUS = 3;

  @RegisterExtension
  static final LocalSpark SPARK =
      LocalSpark.withThreads(CPUS).with("spark.task.cpus", String.valueOf(CPUS));

  private static final float[][] SAMPLES = Table.samples(2000);

  private static StrangerModel model() {
    return StrangerModel.fromFile(Table.write(SPARK.folder(), "table.onnx").toString())
        .setInputCol("features");
  }

  private static List<Verdict> verdicts(byte[] file, float[][] samples, int threads) {
    FloatBuffer all = FloatBuffer.allocate(samples.length * samples[0].length);
    Arrays.stream(samples).forEach(all::put);
    try (Detector detector = Detector.open(file, OpenOptions.DEFAULT.withThreads(threads))) {
      return detector.judge(all.flip(), samples.length);
    }
  }

  private static List<List<Object>> values(List<Verdict> verdicts) {
    return verdicts.stream()
        .map(verdict -> List.<Object>of(verdict.score(), verdict.pValue(), verdict.ood()))
        .toList();
  }

  /** A small network shares a batch among the threads, which may change a last digit. */
  @Test
  void verdictsAreThoseOfADetectorWithAsManyThreadsBitForBit() {
    byte[] file = Table.resource("table.onnx");
    List<Row> judged =
        model()
            .transform(Table.arrays(SPARK.session(), SAMPLES, 1).orderBy("id").coalesce(1))
            .select("score", "pValue", "isOod")
            .collectAsList();
    assertThat(judged)
        .extracting(row -> List.of(row.get(0), row.get(1), row.get(2)))
        .isEqualTo(values(verdicts(file, SAMPLES, CPUS)));
    assertThat(judged)
        .extracting(row -> row.getBoolean(2))
        .isEqualTo(verdicts(file, SAMPLES, 1).stream().map(Verdict::ood).toList());
  }

  /** How many detectors are opened when a task asks for one with so many threads. */
  private static long opened(int threads) {
    byte[] file = Table.resource("table.onnx");
    long before = DetectorContent.OPEN.opened();
    try (SharedDetectors.Lease lease =
        DetectorContent.OPEN.lease(
            Sha256.hex(file), "table", OpenOptions.DEFAULT.withThreads(threads), () -> file)) {
      return DetectorContent.OPEN.opened() - before;
    }
  }

  @Test
  void aTaskJudgesOnAsManyThreadsAsItHasCores() {
    SPARK
        .session()
        .udf()
        .register(
            "opened",
            functions
                .udf(
                    (UDF1<Object, String>)
                        any -> TaskContext.get().cpus() + " " + opened(CPUS) + " " + opened(2),
                    DataTypes.StringType)
                .asNondeterministic());
    Dataset<Row> rows = Table.arrays(SPARK.session(), Table.samples(1), 1);
    assertThat(model().transform(rows).selectExpr("opened(score)").first().getString(0))
        .isEqualTo("3 0 1");
  }

  /** Threads that ONNX Runtime has started from a task: they have its name, and Java knows none. */
  private static long threadsOfOnnxRuntime() throws IOException {
    String name = "Executor task launch";
    long java =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith(name))
            .count();
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads.filter(thread -> name.startsWith(nameOf(thread))).count() - java;
    }
  }

  private static String nameOf(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip();
    } catch (IOException ended) {
      return "ended";
    }
  }

  @Tag("slow")
  @Test
  void aLargeNetworkHasAsManyThreadsAsATaskHasCores() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "reads threads of Linux");
    Random random = new Random(1);
    float[][] pictures = new float[60][3 * 128 * 128];
    for (float[] picture : pictures) {
      for (int i = 0; i < picture.length; i++) {
        picture[i] = random.nextFloat();
      }
    }
    Dataset<Row> rows = Table.arrays(SPARK.session(), pictures, 1).cache();
    StrangerModel large =
        new StrangerEstimator()
            .setInputCol("features")
            .setShape("3x128x128")
            .setEpochs(1)
            .setFalseAlarm(0.2)
            .fit(rows);
    long before = threadsOfOnnxRuntime();
    List<Row> judged = large.transform(rows).collectAsList();
    assertThat(threadsOfOnnxRuntime() - before).isEqualTo(CPUS - 1);
    List<Verdict> alone = verdicts(large.content().bytes(), pictures, 1);
    for (Row row : judged) {
      Verdict verdict = alone.get((int) row.<Long>getAs("id").longValue());
      assertThat(row.<Float>getAs("score")).isCloseTo(verdict.score(), withinPercentage(0.001));
      assertThat(row.<Boolean>getAs("isOod")).isEqualTo(verdict.ood());
    }
  }
}
