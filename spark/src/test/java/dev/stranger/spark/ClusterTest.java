package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Executors in processes of their own, which a job loses and gets back. */
@Tag("slow")
class ClusterTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withExecutors(2);

  private static final float[][] SAMPLES = Table.samples(2000);

  private static StrangerModel model;

  @BeforeAll
  static void prepare() {
    model =
        StrangerModel.fromFile(Table.write(SPARK.folder(), "table.onnx").toString())
            .setInputCol("features");
    SPARK
        .session()
        .udf()
        .register(
            "pid",
            functions
                .udf((UDF1<Object, Long>) any -> pid(), DataTypes.LongType)
                .asNondeterministic());
    SPARK
        .session()
        .udf()
        .register(
            "opened",
            functions
                .udf((UDF1<Object, Long>) any -> DetectorContent.OPEN.opened(), DataTypes.LongType)
                .asNondeterministic());
    SPARK
        .session()
        .udf()
        .register(
            "slow",
            functions
                .udf((UDF1<Object, Boolean>) any -> slow(), DataTypes.BooleanType)
                .asNondeterministic());
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  private static boolean slow() throws InterruptedException {
    Thread.sleep(2);
    return true;
  }

  private static Dataset<Row> arrays(int partitions) {
    return Table.arrays(SPARK.session(), SAMPLES, partitions);
  }

  @Test
  void verdictsAreThoseOfTheDetectorBitForBit() {
    Table.assertJudged(model.transform(arrays(5)), SAMPLES);
  }

  @Test
  void eachExecutorOpensTheDetectorOnce() {
    model.register(SPARK.session(), "stranger_judge");
    Dataset<Row> judged =
        model
            .transform(arrays(8))
            .selectExpr("stranger_judge(features) as verdict", "part", "score")
            .selectExpr("pid(verdict) as pid", "opened(verdict) as opened");
    Map<Long, Long> opened =
        judged.groupBy("pid").max("opened").collectAsList().stream()
            .collect(Collectors.toMap(row -> row.getLong(0), row -> row.getLong(1)));
    assertThat(opened).hasSize(2).doesNotContainKey(pid());
    assertThat(opened.values()).containsOnly(1L);
  }

  @Test
  void aPipelineThatWasSavedJudgesAlike() throws Exception {
    Dataset<Row> rows = arrays(4);
    PipelineModel pipeline = new Pipeline().setStages(new PipelineStage[] {model}).fit(rows);
    String path = SPARK.folder().resolve("pipeline").toString();
    pipeline.write().overwrite().save(path);
    Table.assertJudged(PipelineModel.load(path).transform(rows), SAMPLES);
  }

  @Test
  void everyRowIsJudgedOnceWhenAnExecutorIsKilled() throws Exception {
    Killing killing = new Killing();
    SPARK.session().sparkContext().addSparkListener(killing);
    Dataset<Row> judged = model.transform(arrays(20).where("slow(id)"));
    CompletableFuture<List<Row>> rows =
        CompletableFuture.supplyAsync(
            () -> judged.selectExpr("*", "pid(score) as pid").collectAsList());
    assertThat(killing.someTasksEnded.await(60, TimeUnit.SECONDS)).isTrue();
    ProcessHandle executor =
        ProcessHandle.current()
            .descendants()
            .filter(process -> process.info().commandLine().orElse("").contains("Executor"))
            .findFirst()
            .orElseThrow();
    executor.destroyForcibly();
    List<Row> all = rows.get(120, TimeUnit.SECONDS);
    assertThat(killing.executorRemoved.await(60, TimeUnit.SECONDS)).isTrue();
    Table.assertJudged(all, SAMPLES);
    assertThat(all).extracting(row -> row.<Long>getAs("pid")).doesNotContain(pid());
  }

  private static final class Killing extends SparkListener {
    final CountDownLatch someTasksEnded = new CountDownLatch(4);
    final CountDownLatch executorRemoved = new CountDownLatch(1);

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      someTasksEnded.countDown();
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
      executorRemoved.countDown();
    }
  }
}
