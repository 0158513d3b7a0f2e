package dev.stranger.spark.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import dev.stranger.spark.LocalSpark;
import dev.stranger.spark.StrangerModel;
import dev.stranger.spark.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Streams of files, each of which is one micro-batch. */
@Tag("slow")
class DriftByKeyTest {

  private static final String PROVIDER = "spark.sql.streaming.stateStore.providerClass";

  @RegisterExtension
  static final LocalSpark SPARK =
      LocalSpark.withThreads(2)
          .with(
              PROVIDER, "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider")
          // Or a query that waits for idle keys would not end.
          .with("spark.sql.streaming.noDataMicroBatches.enabled", "false");

  private static final AtomicBoolean BROKEN = new AtomicBoolean();
  private static final int BATCHES = 6;
  private static final int ROWS = 120;

  private static Detector detector;
  private static int folders;

  private Path folder;
  private int files;

  /** Of a key's place in the stream. */
  private record Scored(long id, String machine, float score) {}

  @BeforeAll
  static void open() {
    detector = Detector.open(Table.resource("table.onnx"), OpenOptions.DEFAULT);
    SPARK
        .session()
        .udf()
        .register(
            "fails_once",
            (UDF1<Long, Long>)
                id -> {
                  if (id == 3 * ROWS + 50 && BROKEN.compareAndSet(true, false)) {
                    throw new IllegalStateException("an executor is lost");
                  }
                  return id;
                },
            DataTypes.LongType);
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  @BeforeEach
  void newFolder() throws IOException {
    folder = Files.createDirectories(SPARK.folder().resolve("stream" + folders++));
    Files.createDirectories(folder.resolve("in"));
  }

  /** Machine b drifts from the fourth batch on, a and c do not. */
  private static List<List<Scored>> batches() {
    Random random = new Random(5);
    float[] held = detector.calibration().scores();
    List<List<Scored>> batches = new ArrayList<>();
    long id = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Scored> rows = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        String machine = List.of("a", "b", "c").get(random.nextInt(3));
        float score = held[random.nextInt(held.length)] + 1e-3f * random.nextFloat();
        boolean strange = machine.equals("b") && batch >= 3;
        rows.add(new Scored(id++, machine, strange ? score + held[held.length - 1] : score));
      }
      batches.add(rows);
    }
    return batches;
  }

  private void write(List<Scored> rows) throws IOException {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add("%d,%s,%s".formatted(row.id(), row.machine(), row.score())));
    Path file = folder.resolve("in").resolve("%03d.csv".formatted(files));
    Files.write(file, lines);
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_700_000_000 + files++)));
  }

  private Dataset<Row> stream() {
    return SPARK
        .session()
        .readStream()
        .schema("id LONG, machine STRING, score FLOAT")
        .option("maxFilesPerTrigger", 1)
        .csv(folder.resolve("in").toString());
  }

  private static DriftByKey drift() {
    return DriftByKey.of(detector, 5_000, 20).inOrderOf("id");
  }

  /** Until there are no more files. */
  private void run(Dataset<Row> rows) throws Exception {
    StreamingQuery query =
        rows.writeStream()
            .format("parquet")
            .option("path", folder.resolve("out").toString())
            .option("checkpointLocation", folder.resolve("checkpoint").toString())
            .trigger(Trigger.AvailableNow())
            .start();
    try {
      assertThat(query.awaitTermination(60_000)).as("it ends").isTrue();
    } finally {
      query.stop();
    }
  }

  private List<Row> written() {
    SparkSession spark = SPARK.session();
    return spark
        .read()
        .parquet(folder.resolve("out").toString())
        .orderBy("key", "samples")
        .collectAsList();
  }

  /** What the same monitors say without Spark. */
  private static List<List<Object>> expected(List<List<Scored>> batches, int mostScores) {
    List<List<Object>> rows = new ArrayList<>();
    for (String machine : List.of("a", "b", "c")) {
      DriftMonitor monitor =
          DriftMonitor.endless(detector.calibration(), detector.bound(), 5_000, 20, mostScores);
      for (List<Scored> batch : batches) {
        boolean before = monitor.state().drifted();
        batch.stream()
            .filter(row -> row.machine().equals(machine))
            .forEach(r -> monitor.add(r.score()));
        DriftState state = monitor.state();
        rows.add(
            Arrays.asList(
                machine,
                state.samples(),
                state.evidence(),
                state.alarmLine(),
                state.inWindow(),
                state.flagged(),
                state.streamAlarm().isPresent() ? state.streamAlarm().getAsLong() : null,
                state.windowAlarm().isPresent() ? state.windowAlarm().getAsLong() : null,
                state.drifted(),
                state.drifted() && !before));
      }
    }
    return rows;
  }

  private static List<Object> values(Row row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      values.add(row.get(i));
    }
    return values;
  }

  @Test
  void aStreamThatIsStoppedAndRestartedGivesTheStatesOfPlainMonitors() throws Exception {
    List<List<Scored>> batches = batches();
    for (List<Scored> batch : batches) {
      write(batch);
      if (files % 2 == 0) {
        run(drift().watch(stream(), "machine", "score"));
      }
    }
    List<Row> rows = written();
    assertThat(rows.stream().map(DriftByKeyTest::values))
        .containsExactlyElementsOf(expected(batches, DriftMonitor.ENDLESS_SCORES));
    assertThat(
            rows.stream().filter(row -> row.<Boolean>getAs("alarm")).map(row -> row.getString(0)))
        .containsExactly("b");
  }

  /** Few scores are held, with an idle limit that no key reaches. */
  @Test
  void aBatchThatFailedCountsOnceWhenItIsRunAgain() throws Exception {
    List<List<Scored>> batches = batches();
    for (List<Scored> batch : batches) {
      write(batch);
    }
    int most = detector.calibration().size() + 50;
    DriftByKey drift = drift().withMostScores(most).withIdle(Duration.ofDays(1));
    Dataset<Row> rows =
        drift.watch(
            stream().withColumn("id", functions.expr("fails_once(id)")), "machine", "score");
    BROKEN.set(true);
    assertThatThrownBy(() -> run(rows)).isInstanceOf(StreamingQueryException.class);
    assertThat(BROKEN).isFalse();
    run(rows);
    assertThat(written().stream().map(DriftByKeyTest::values))
        .containsExactlyElementsOf(expected(batches, most));
  }

  @Test
  void aTableIsOneBatch() {
    List<Scored> all = batches().stream().flatMap(List::stream).toList();
    SparkSession spark = SPARK.session();
    List<Row> rows = new ArrayList<>();
    all.forEach(row -> rows.add(RowFactory.create(row.id(), row.machine(), row.score())));
    Dataset<Row> table = spark.createDataFrame(rows, stream().schema()).repartition(5);
    assertThat(
            drift().watch(table, "machine", "score").orderBy("key").collectAsList().stream()
                .map(DriftByKeyTest::values))
        .containsExactlyElementsOf(expected(List.of(all), DriftMonitor.ENDLESS_SCORES));
  }

  /** So many batches that the parts of a key's scores are joined. */
  @Test
  void manySmallBatchesAreAsOneLargeBatch() throws Exception {
    List<Scored> all = new ArrayList<>();
    for (Scored row : batches().get(0)) {
      Scored ofA = new Scored(row.id(), "a", row.score());
      all.add(ofA);
      if (all.size() <= 20) {
        write(List.of(ofA));
      }
    }
    run(drift().watch(stream(), "machine", "score"));
    List<Row> rows = written();
    assertThat(rows).hasSize(20);
    assertThat(values(rows.get(19)).subList(0, 9))
        .isEqualTo(
            expected(List.of(all.subList(0, 20)), DriftMonitor.ENDLESS_SCORES)
                .get(0)
                .subList(0, 9));
  }

  @Test
  void idleKeysAreForgottenAndStartAnew() throws Exception {
    Duration idle = Duration.ofSeconds(1);
    Dataset<Row> rows = drift().withIdle(idle).watch(stream(), "machine", "score");
    write(batches().get(0));
    run(rows);
    assertThat(keysWithState()).containsExactlyInAnyOrder("a", "b", "c");
    Thread.sleep(idle.toMillis() + 100);
    write(List.of(new Scored(1_000, "a", 1)));
    run(rows);
    assertThat(keysWithState()).containsExactly("a");
    assertThat(written().stream().filter(row -> row.getString(0).equals("a")))
        .extracting(row -> row.getLong(1))
        .contains(1L);
  }

  @Test
  void aQueryDoesNotGoOnWithAnotherGuaranteeOrOtherOptions() throws Exception {
    write(batches().get(0));
    run(drift().watch(stream(), "machine", "score"));
    write(batches().get(1));
    Detector other = detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.2));
    Dataset<Row> ofOther = DriftByKey.of(other, 5_000, 20).watch(stream(), "machine", "score");
    assertThatThrownBy(() -> run(ofOther)).hasMessageContaining("another detector or guarantee");
    Dataset<Row> ofOptions = DriftByKey.of(detector, 5_000, 21).watch(stream(), "machine", "score");
    assertThatThrownBy(() -> run(ofOptions)).hasMessageContaining("with other options");
  }

  private List<String> keysWithState() {
    return SPARK
        .session()
        .read()
        .format("statestore")
        .option("stateVarName", "monitor")
        .load(folder.resolve("checkpoint").toString())
        .selectExpr("key.value")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  @Test
  void anAlarmStaysUnlessTheKeyIsToStartAnew() throws Exception {
    List<List<Scored>> batches = batches();
    for (List<Scored> batch : batches) {
      write(batch);
    }
    run(drift().watchingAgain().watch(stream(), "machine", "score"));
    List<Row> ofB =
        SPARK
            .session()
            .read()
            .parquet(folder.resolve("out").toString())
            .where("key = 'b'")
            .collectAsList();
    // Batches 4, 5 and 6 drift, each after a new start.
    assertThat(ofB.stream().filter(row -> row.<Boolean>getAs("alarm"))).hasSize(3);
    assertThat(ofB.stream().filter(row -> row.<Boolean>getAs("drifted"))).hasSize(3);
  }

  private static Dataset<Row> table(String... rows) {
    return SPARK.session().sql("SELECT * FROM VALUES " + String.join(", ", rows));
  }

  @Test
  void aRowWithoutAScoreIsStrangerThanAllOthers() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(
          "(%d, 'broken', float('nan')), (%d, 'gone', null), (%d, 'quiet', 0f)".formatted(i, i, i));
    }
    Dataset<Row> table = table(rows.toArray(String[]::new)).toDF("id", "machine", "score");
    List<Row> states = drift().watch(table, "machine", "score").orderBy("key").collectAsList();
    assertThat(states)
        .extracting(row -> row.<Boolean>getAs("drifted"))
        .containsExactly(true, true, false);
    assertThat(states).extracting(row -> row.<Integer>getAs("flagged")).containsExactly(20, 20, 0);
  }

  @Test
  void aRowWithoutAKeyIsRefused() {
    Dataset<Row> table = table("(1, null, 0f)", "(2, 'a', 0f)").toDF("id", "machine", "score");
    assertThatThrownBy(() -> drift().watch(table, "machine", "score").collectAsList())
        .hasStackTraceContaining(DataException.class.getName() + ": a row has no machine (null)");
  }

  @Test
  void verdictsAndDriftOfAStreamAreThoseOfATable() throws Exception {
    StrangerModel model =
        StrangerModel.fromFile(Table.write(SPARK.folder(), "table.onnx").toString())
            .setInputCol("features");
    float[][] samples = Table.samples(400);
    Dataset<Row> table = Table.arrays(SPARK.session(), samples, 1).drop("part");
    table.write().parquet(folder.resolve("rows").toString());
    Dataset<Row> stream =
        SPARK
            .session()
            .readStream()
            .schema(table.schema())
            .parquet(folder.resolve("rows").toString());
    DriftByKey drift = model.driftByKey(5_000, 20).inOrderOf("id");
    String[] machine = {"*", "if(id % 10 = 9, 'strange', 'normal') as machine"};
    run(drift.watch(model.transform(stream).selectExpr(machine), "machine", "score"));
    List<Row> batch =
        drift
            .watch(model.transform(table).selectExpr(machine), "machine", "score")
            .orderBy("key")
            .collectAsList();
    assertThat(written()).isEqualTo(batch);
    assertThat(batch).extracting(row -> row.getLong(1)).containsExactly(360L, 40L);
    assertThat(batch).extracting(row -> row.<Boolean>getAs("drifted")).containsExactly(false, true);
  }

  @Test
  void anotherStateStoreIsRefused() {
    SparkSession spark = SPARK.session();
    String before = spark.conf().get(PROVIDER);
    spark.conf().unset(PROVIDER);
    try {
      Dataset<Row> rows = stream();
      assertThatThrownBy(() -> drift().watch(rows, "machine", "score"))
          .isInstanceOf(RequestException.class)
          .hasMessageStartingWith("drift by key needs the state store RocksDB");
    } finally {
      spark.conf().set(PROVIDER, before);
    }
  }
}
