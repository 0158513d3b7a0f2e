package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.RequestException;
import dev.stranger.score.SharedDetectors;
import dev.stranger.table.Column;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StrangerEstimatorTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withThreads(2);

  private static Dataset<Row> columns() {
    return Table.columns(Table.arrays(SPARK.session(), Table.samples(2000), 3));
  }

  /** Fast: no network has to learn. */
  private static StrangerEstimator estimator() {
    return new StrangerEstimator()
        .setInputCols(new String[] {"temperature", "pressure", "speed"})
        .setMethod("neighbours")
        .setMaxSamples(500)
        .setSeed(7);
  }

  @Test
  void aPipelineLearnsAndFlagsWhatIsStrange() throws IOException {
    Dataset<Row> normal = columns().where("id % 10 <> 9");
    Dataset<Row> strange = columns().where("id % 10 = 9");
    PipelineModel pipeline =
        new Pipeline().setStages(new PipelineStage[] {estimator()}).fit(normal);
    assertThat(flagged(pipeline, normal)).isLessThan(0.1);
    assertThat(flagged(pipeline, strange)).isGreaterThan(0.5);
    String path = SPARK.folder().resolve("pipeline").toString();
    pipeline.save(path);
    assertThat(flagged(PipelineModel.load(path), strange)).isEqualTo(flagged(pipeline, strange));
  }

  private static double flagged(PipelineModel pipeline, Dataset<Row> rows) {
    return (double) pipeline.transform(rows).where("isOod").count() / rows.count();
  }

  @Test
  void theModelHasTheParamsOfItsEstimatorAndTheDetectorItsColumns() {
    StrangerModel model =
        estimator().setScoreCol("s").setFalseAlarm(0.1).setHandleInvalid("keep").fit(columns());
    assertThat(model.getScoreCol()).isEqualTo("s");
    assertThat(model.getHandleInvalid()).isEqualTo("keep");
    assertThat(model.parent()).isInstanceOf(StrangerEstimator.class);
    try (SharedDetectors.Lease lease = model.content().lease()) {
      assertThat(lease.detector().metadata().columns()).isEqualTo(Column.numbers(Table.COLUMNS));
      assertThat(lease.detector().guarantee().falseAlarmRate()).isEqualTo(0.1);
    }
  }

  @Test
  void theSameSeedGivesTheSameVerdicts() {
    Dataset<Row> rows = columns().cache();
    assertThat(estimator().fit(rows).transform(rows).collectAsList())
        .isEqualTo(estimator().fit(rows).transform(rows).collectAsList());
  }

  @Test
  void rowsThatAreNoSamplesAreRefusedOrLeftOut() {
    Dataset<Row> rows =
        columns().withColumn("speed", functions.expr("if(id = 5, double('infinity'), speed)"));
    assertThatThrownBy(() -> estimator().fit(rows))
        .hasStackTraceContaining("a row cannot be learnt from, see 3 columns");
    assertThat(estimator().setHandleInvalid("skip").fit(rows)).isNotNull();
  }

  @Test
  void nullAndNanAreGapsInColumns() {
    Dataset<Row> rows =
        columns()
            .withColumn(
                "speed",
                functions.expr(
                    "case when id % 10 = 0 then null when id % 10 = 1 then double('nan')"
                        + " else speed end"));
    List<Row> judged = estimator().fit(rows).transform(rows).orderBy("id").collectAsList();
    assertThat(judged).hasSize(2000);
    assertThat(judged.subList(0, 10))
        .allSatisfy(row -> assertThat(row.<Float>getAs("score")).isFinite());
    assertThat(judged.stream().limit(1000).filter(row -> row.<Boolean>getAs("isOod")).count())
        .as("gaps as often as in training are not strange")
        .isLessThan(300);
  }

  @Test
  void textThatIsNoNumberIsNoGap() {
    Dataset<Row> rows =
        columns()
            .withColumn("speed", functions.expr("if(id = 5, '1O.5 EUR', string(speed))"))
            .withColumn("pressure", functions.expr("if(id = 6, 'NA', string(pressure))"));
    assertThatThrownBy(() -> estimator().fit(rows))
        .hasStackTraceContaining(
            "a row cannot be learnt from, see 3 columns: it has '1O.5 EUR' in column 'speed',"
                + " not a finite number such as 1.5; correct it, or set handleInvalid to skip");
    assertThat(estimator().setHandleInvalid("skip").fit(rows)).isNotNull();
    assertThatThrownBy(() -> estimator().fit(columns().withColumn("speed", functions.expr("true"))))
        .hasMessage("column 'speed' is of type boolean, not a number");
  }

  @Test
  void aColumnWithADotInItsNameIsLearntFromAndJudged() {
    Dataset<Row> rows =
        Table.arrays(SPARK.session(), Table.samples(500), 2)
            .withColumnRenamed("features", "sensor.`values`");
    StrangerModel model =
        new StrangerEstimator().setInputCol("sensor.`values`").setMethod("neighbours").fit(rows);
    assertThat(model.transform(rows).where("isOod is not null").count()).isEqualTo(500);
  }

  @Test
  void anArrayWithAGapIsNoSample() {
    Dataset<Row> arrays =
        Table.arrays(SPARK.session(), Table.samples(100), 2)
            .withColumn("features", functions.expr("if(id = 5, array(1f, null, 2f), features)"));
    assertThatThrownBy(
            () ->
                new StrangerEstimator().setInputCol("features").setMethod("neighbours").fit(arrays))
        .hasStackTraceContaining("it has the value NaN, not a finite number");
  }

  @Test
  void arraysAndShapesAreLearntFrom() {
    Dataset<Row> arrays = Table.arrays(SPARK.session(), Table.samples(1000), 2);
    StrangerModel model =
        new StrangerEstimator().setInputCol("features").setMethod("neighbours").fit(arrays);
    assertThat(model.transform(arrays).count()).isEqualTo(1000);
    StrangerEstimator series =
        new StrangerEstimator().setInputCol("features").setMethod("neighbours").setShape("1x3");
    try (SharedDetectors.Lease lease = series.fit(arrays).content().lease()) {
      assertThat(lease.detector().shape()).hasToString("1x3");
    }
  }

  @Test
  void anUnknownMethodIsRefused() {
    assertThatThrownBy(() -> estimator().setMethod("magic").fit(columns()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("there is no method 'magic'; choose one of st-rkm");
  }

  @Test
  void anEstimatorThatWasSavedHasItsParams() throws IOException {
    String path = SPARK.folder().resolve("estimator").toString();
    estimator().save(path);
    StrangerEstimator loaded = StrangerEstimator.load(path);
    assertThat(loaded.getMethod()).isEqualTo("neighbours");
    assertThat(loaded.getMaxSamples()).isEqualTo(500);
    assertThat(loaded.getSeed()).isEqualTo(7);
    assertThat(loaded.getInputCols()).containsExactly("temperature", "pressure", "speed");
    assertThat(loaded.params()).hasSize(17);
  }

  /** Where detectors are used, nobody needs libtorch. */
  @Test
  void stagesAreMadeWithoutStrangerTrain() throws Exception {
    URL[] classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> !entry.endsWith("train/target/classes"))
            .filter(entry -> !entry.getFileName().toString().startsWith("stranger-train"))
            .map(StrangerEstimatorTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> loader.loadClass("dev.stranger.train.Trainer"))
          .isInstanceOf(ClassNotFoundException.class);
      for (Class<?> stage : List.of(StrangerModel.class, StrangerEstimator.class)) {
        assertThat(loader.loadClass(stage.getName()).getConstructor().newInstance()).isNotNull();
      }
    }
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
