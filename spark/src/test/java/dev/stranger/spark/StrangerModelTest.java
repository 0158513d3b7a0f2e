package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.feature.SQLTransformer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrangerModelTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withThreads(2);

  private static final float[][] SAMPLES = Table.samples(2000);

  private static String file;

  @BeforeAll
  static void write() {
    file = Table.write(SPARK.folder(), "table.onnx").toString();
  }

  private static StrangerModel model() {
    return StrangerModel.fromFile(file).setInputCol("features");
  }

  private static Dataset<Row> arrays() {
    return Table.arrays(SPARK.session(), SAMPLES, 3);
  }

  @Test
  void verdictsAreThoseOfTheDetectorBitForBit() {
    Table.assertJudged(model().transform(arrays()), SAMPLES);
  }

  /** What others got wrong: every label the same, or the threshold of a batch. */
  @Test
  void aRowIsFlaggedByItsPValueWhateverIsInItsBatch() {
    Dataset<Row> judged = model().transform(arrays());
    assertThat(judged.where("isOod").count()).isBetween(50L, 400L);
    double lowest = judged.where("not isOod").selectExpr("min(pValue)").first().getFloat(0);
    double highest = judged.where("isOod").selectExpr("max(pValue)").first().getFloat(0);
    assertThat(highest).isLessThan(lowest);
    Dataset<Row> onlyStrange = model().transform(arrays().where("id % 10 = 9"));
    assertThat(onlyStrange.where("isOod").count()).isGreaterThan(onlyStrange.count() / 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "features",
        "cast(features as array<double>)",
        "array_to_vector(features)",
        "struct(features[0] as temperature, features[1] as pressure, features[2] as speed)",
        "struct(features[2] as speed, features[0] as temperature, features[1] as pressure)"
      })
  void aSampleIsTheSameInEveryForm(String form) {
    SPARK
        .session()
        .udf()
        .register(
            "array_to_vector",
            (scala.collection.Seq<Float> floats) ->
                org.apache.spark.ml.linalg.Vectors.dense(
                    scala.jdk.javaapi.CollectionConverters.asJava(floats).stream()
                        .mapToDouble(Float::doubleValue)
                        .toArray()),
            org.apache.spark.ml.linalg.SQLDataTypes.VectorType());
    Dataset<Row> rows = arrays().selectExpr("id", "part", form + " as sample");
    Table.assertJudged(model().setInputCol("sample").transform(rows), SAMPLES);
  }

  @Test
  void columnsAreFoundByNameInAnyOrder() {
    Dataset<Row> columns = Table.columns(arrays());
    StrangerModel unset = StrangerModel.fromFile(file);
    Table.assertJudged(unset.transform(columns), SAMPLES);
    unset.setInputCols(new String[] {"pressure", "speed", "temperature"});
    Table.assertJudged(unset.transform(columns), SAMPLES);
  }

  @Test
  void wholeNumbersAndTextAreNumbers() {
    Dataset<Row> rows =
        SPARK
            .session()
            .sql("select 20 as temperature, 10L as pressure, '1000.0' as speed, 1 as features");
    Row judged = StrangerModel.fromFile(file).transform(rows).first();
    Verdict verdict = Table.verdicts(List.of(new float[] {20, 10, 1000})).get(0);
    assertThat((float) judged.getAs("score")).isEqualTo(verdict.score());
  }

  @Test
  void picturesAreJudgedAsTheCommandLineJudgesTheirFiles() throws IOException {
    Path pictures = Files.createDirectory(SPARK.folder().resolve("pictures"));
    List<String> names = List.of("grey.png", "large.png", "photo.jpg", "small.png", "stripes.png");
    for (String name : names) {
      Files.write(pictures.resolve(name), Table.resource("pictures/" + name));
    }
    Dataset<Row> rows = SPARK.session().read().format("binaryFile").load(pictures.toString());
    Path detectorFile = Table.write(SPARK.folder(), "picture.onnx");
    StrangerModel model = StrangerModel.fromFile(detectorFile.toString()).setInputCol("content");
    List<Row> judged =
        model.transform(rows.coalesce(1)).select("path", "score", "isOod").collectAsList();
    assertThat(judged).hasSize(names.size());
    try (Detector detector = Detector.open(detectorFile, OpenOptions.DEFAULT.withThreads(1))) {
      float[] all = new float[judged.size() * detector.shape().size()];
      for (int i = 0; i < judged.size(); i++) {
        String name = judged.get(i).getString(0).replaceAll(".*/", "");
        float[] sample = detector.preparation().picture(Table.resource("pictures/" + name));
        System.arraycopy(sample, 0, all, i * sample.length, sample.length);
      }
      List<Verdict> verdicts = detector.judge(all, judged.size());
      for (int i = 0; i < judged.size(); i++) {
        assertThat(judged.get(i).getFloat(1)).isEqualTo(verdicts.get(i).score());
        assertThat(judged.get(i).getBoolean(2)).isEqualTo(verdicts.get(i).ood());
      }
    }
  }

  @Test
  void energiesAndReasonsAreThereOnRequest() {
    StrangerModel model =
        model()
            .setEnergiesCol("energies")
            .setReasonsCol("reasons")
            .setScoreCol("s")
            .setPValueCol("p")
            .setIsOodCol("strange");
    Dataset<Row> judged = model.transform(arrays().coalesce(1));
    assertThat(judged.schema()).isEqualTo(model.transformSchema(arrays().schema()));
    assertThat(judged.columns())
        .containsExactly("id", "features", "part", "s", "p", "strange", "energies", "reasons");
    List<Row> rows = judged.collectAsList();
    List<Verdict> verdicts =
        Table.verdicts(rows.stream().map(row -> SAMPLES[(int) row.getLong(0)]).toList());
    for (int i = 0; i < rows.size(); i++) {
      Row energies = rows.get(i).getStruct(6);
      for (String name : verdicts.get(i).energies().names()) {
        assertThat((float) energies.getAs(name)).isEqualTo(verdicts.get(i).energies().of(name));
      }
      List<Row> reasons = rows.get(i).getList(7);
      assertThat(reasons.stream().mapToDouble(reason -> reason.getDouble(2)).sum())
          .isBetween(0.999, 1.001);
    }
  }

  @Test
  void aStricterGuaranteeFlagsFewerAndKeepsScores() {
    StrangerModel strict = model().setFalseAlarm(0.02);
    Dataset<Row> judged = strict.transform(arrays());
    long usual = model().transform(arrays()).where("isOod").count();
    assertThat(judged.where("isOod").count()).isLessThan(usual).isPositive();
    assertThatThrownBy(() -> model().setFalseAlarm(1e-4).transform(arrays()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("held-out");
  }

  @Test
  void aPipelineThatWasSavedJudgesAlike() throws IOException {
    PipelineStage[] stages = {
      new SQLTransformer().setStatement("select *, speed * 1 as fast from __THIS__"),
      new VectorAssembler()
          .setInputCols(new String[] {"temperature", "pressure", "fast"})
          .setOutputCol("assembled"),
      model().setInputCol("assembled").setFalseAlarm(0.1).setHandleInvalid("keep")
    };
    Dataset<Row> rows = Table.columns(arrays());
    PipelineModel pipeline = new Pipeline().setStages(stages).fit(rows);
    String path = SPARK.folder().resolve("pipeline").toString();
    pipeline.write().overwrite().save(path);
    PipelineModel loaded = PipelineModel.load(path);
    assertThat(loaded.transform(rows).collectAsList())
        .isEqualTo(pipeline.transform(rows).collectAsList());
    StrangerModel stage = (StrangerModel) loaded.stages()[2];
    assertThat(stage.getFalseAlarm()).isEqualTo(0.1);
    assertThat(loaded.transform(rows).schema().apply("assembled").metadata().contains("ml_attr"))
        .isTrue();
    assertThat(stage.uid()).isEqualTo(stages[2].uid());
    Path written = SPARK.folder().resolve("again.onnx");
    stage.toFile(written.toString());
    assertThat(written).hasBinaryContent(Table.resource("table.onnx"));
  }

  /** Spark hands the rows of one stage to the next as they are. */
  @Test
  void twoModelsJudgeOneAfterTheOther() {
    StrangerModel second =
        model().setScoreCol("score2").setPValueCol("pValue2").setIsOodCol("isOod2");
    Dataset<Row> rows = arrays().selectExpr("*", "repeat('x', 100) as text");
    Dataset<Row> judged = second.transform(model().setReasonsCol("why").transform(rows));
    Table.assertJudged(judged, SAMPLES);
    assertThat(judged.where("score = score2 and isOod = isOod2 and length(text) = 100").count())
        .isEqualTo(SAMPLES.length);
  }

  @Test
  void aStreamIsJudgedAsABatchIs() throws Exception {
    String path = SPARK.folder().resolve("stream").toString();
    arrays().write().parquet(path);
    Dataset<Row> batch = SPARK.session().read().parquet(path);
    Dataset<Row> stream = SPARK.session().readStream().schema(batch.schema()).parquet(path);
    model()
        .transform(stream)
        .writeStream()
        .format("memory")
        .queryName("judged")
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
    List<Row> streamed = SPARK.session().table("judged").orderBy("id").collectAsList();
    List<Row> expected = model().transform(batch).orderBy("id").collectAsList();
    assertThat(streamed).hasSize(SAMPLES.length);
    for (int i = 0; i < streamed.size(); i++) {
      float score = expected.get(i).getAs("score");
      assertThat(streamed.get(i).<Long>getAs("id")).isEqualTo(i);
      assertThat(streamed.get(i).<Float>getAs("score")).isCloseTo(score, within(1e-5f * score));
    }
  }

  @Test
  void otherColumnsStayAsTheyAre() {
    Dataset<Row> rows =
        arrays()
            .selectExpr(
                "id",
                "part",
                "features",
                "date '2026-01-01' as day",
                "map('a', 1) as map",
                "if(id % 2 = 0, null, array(struct(1, 'b'))) as nested",
                "cast(1.5 as decimal(10, 2)) as price");
    Dataset<Row> judged = model().transform(rows);
    assertThat(judged.drop("score", "pValue", "isOod").schema()).isEqualTo(rows.schema());
    assertThat(judged.drop("score", "pValue", "isOod", "map").exceptAll(rows.drop("map")).count())
        .isZero();
    assertThat(judged.where("map['a'] = 1").count()).isEqualTo(SAMPLES.length);
    Table.assertJudged(judged, SAMPLES);
  }

  @Test
  void whatEarlierStagesNotedOfAColumnStaysAlsoWhereItsNameHasADot() {
    Metadata noted = new MetadataBuilder().putString("unit", "bar").build();
    Dataset<Row> rows =
        arrays().withColumn("a.b", functions.col("id").as("a.b", noted)).coalesce(1);
    Dataset<Row> judged = model().transform(rows);
    assertThat(judged.schema().apply("a.b").metadata()).isEqualTo(noted);
    assertThat(judged.where("`a.b` = id").count()).isEqualTo(SAMPLES.length);
  }

  @Test
  void aCopyHasTheDetectorAndItsOwnParams() {
    StrangerModel model = model();
    StrangerModel copy = model.copy(new ParamMap().put(model.scoreCol(), "other"));
    assertThat(copy.getScoreCol()).isEqualTo("other");
    assertThat(model.getScoreCol()).isEqualTo("score");
    assertThat(copy.uid()).isEqualTo(model.uid());
    assertThat(copy.transform(arrays()).columns()).contains("other", "pValue", "isOod");
  }

  private static boolean found(Class<?> kind, Class<?> stage) {
    return ServiceLoader.load(kind).stream().anyMatch(provider -> provider.type() == stage);
  }

  @Test
  void sparkConnectFindsTheStages() {
    assertThat(found(Transformer.class, StrangerModel.class)).isTrue();
    assertThat(found(Estimator.class, StrangerEstimator.class)).isTrue();
    assertThat(new StrangerModel().params()).hasSize(9);
    assertThat(new StrangerModel().explainParams()).contains("handleInvalid");
    assertThatThrownBy(() -> new StrangerModel().transform(arrays()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("StrangerModel.fromFile");
  }

  @Test
  void theFunctionJudgesAsTheModelDoes() {
    model().register(SPARK.session(), "stranger_judge");
    List<Row> rows =
        arrays()
            .selectExpr("id", "stranger_judge(features) as verdict")
            .selectExpr("id", "verdict.score", "verdict.p_value", "verdict.is_ood")
            .collectAsList();
    assertThat(rows).hasSize(SAMPLES.length);
    try (Detector detector = Detector.open(Path.of(file))) {
      for (Row row : rows) {
        Verdict alone = detector.judge(SAMPLES[(int) row.getLong(0)]);
        assertThat(List.of(row.getFloat(1), row.getFloat(2), row.getBoolean(3)))
            .isEqualTo(List.of(alone.score(), alone.pValue(), alone.ood()));
      }
    }
    Table.columns(arrays()).createOrReplaceTempView("rows");
    assertThat(
            SPARK
                .session()
                .sql(
                    "select * from rows"
                        + " where stranger_judge(struct(speed, temperature, pressure)).is_ood")
                .count())
        .isEqualTo(rows.stream().filter(row -> row.getBoolean(3)).count());
  }

  @Test
  void wrongColumnsAreRefusedBeforeAJobStarts() {
    assertThatThrownBy(() -> model().setInputCol("none").transform(arrays()))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "there is no column 'none'; set inputCol or inputCols to some of id, features, part");
    assertThatThrownBy(() -> model().setInputCol("id").transform(arrays()))
        .hasMessage("column 'id' is of type bigint, not a vector, array, picture or struct");
    assertThatThrownBy(() -> model().setInputCols(new String[] {"id"}).transform(arrays()))
        .hasMessageContaining("those of the detector are temperature, pressure, speed");
    assertThatThrownBy(() -> model().setScoreCol("id").transform(arrays()))
        .hasMessage("there is a column 'id' already; set another name for that of the verdict");
    assertThatThrownBy(() -> model().setHandleInvalid("ignore"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDamagedFileIsRefusedAtOnce() throws IOException {
    byte[] bytes = Table.resource("table.onnx");
    bytes[bytes.length / 2] ^= 1;
    Path damaged = Files.write(SPARK.folder().resolve("damaged.onnx"), bytes);
    assertThatThrownBy(() -> StrangerModel.fromFile(damaged.toString()))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("damaged");
  }

  private static Dataset<Row> withInvalid() {
    List<Row> rows = new ArrayList<>();
    rows.add(RowFactory.create(0L, List.of(20f, 10f, 1000f)));
    rows.add(RowFactory.create(1L, null));
    rows.add(RowFactory.create(2L, List.of(20f, Float.NaN, 1000f)));
    rows.add(RowFactory.create(3L, List.of(20f, 10f)));
    rows.add(RowFactory.create(4L, java.util.Arrays.asList(20f, null, 1000f)));
    rows.add(RowFactory.create(5L, List.of(20f, 10f, Float.POSITIVE_INFINITY)));
    rows.add(RowFactory.create(6L, List.of(40f, 10f, 100f)));
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("features", DataTypes.createArrayType(DataTypes.FloatType));
    return SPARK.session().createDataFrame(rows, schema).coalesce(1);
  }

  @Test
  void withErrorARowThatCannotBeJudgedEndsTheJob() {
    for (int id = 1; id <= 5; id++) {
      Dataset<Row> judged = model().transform(withInvalid().where("id = " + id));
      assertThatThrownBy(judged::collectAsList)
          .rootCause()
          .hasMessageMatching("it (is null|has \\d values, 3 are expected \\(3\\))|.*the value .*");
    }
    Dataset<Row> judged = model().transform(withInvalid());
    assertThatThrownBy(judged::collectAsList)
        .hasStackTraceContaining(
            "row 1 of partition 0 cannot be judged, see column 'features': it is null;"
                + " correct it, or set handleInvalid to skip or keep");
  }

  @Test
  void withSkipItIsLeftOut() {
    List<Row> rows = model().setHandleInvalid("skip").transform(withInvalid()).collectAsList();
    assertThat(rows).extracting(row -> row.getLong(0)).containsExactly(0L, 6L);
    assertThat(rows).extracting(row -> row.<Boolean>getAs("isOod")).containsExactly(false, true);
  }

  /** A gate that cannot judge never says that all is well. */
  @Test
  void withKeepItIsAStrangerWithoutAScore() {
    List<Row> rows =
        model()
            .setHandleInvalid("keep")
            .setEnergiesCol("energies")
            .setReasonsCol("reasons")
            .transform(withInvalid())
            .collectAsList();
    assertThat(rows).hasSize(7);
    assertThat(rows)
        .extracting(row -> row.<Boolean>getAs("isOod"))
        .containsExactly(false, true, true, true, true, true, true);
    for (Row row : rows.subList(1, 6)) {
      assertThat(row.<Object>getAs("score")).isNull();
      assertThat(row.<Object>getAs("pValue")).isNull();
      assertThat(row.<Object>getAs("reasons")).isNull();
    }
    assertThat(rows.get(4).getList(1)).containsExactly(20f, null, 1000f);
    assertThat(rows.get(6).<Object>getAs("score")).isNotNull();
  }

  @Test
  void aBrokenPictureIsInvalid() {
    Dataset<Row> rows = SPARK.session().sql("select cast('no picture' as binary) as content");
    StrangerModel model =
        StrangerModel.fromFile(Table.write(SPARK.folder(), "picture.onnx").toString())
            .setInputCol("content");
    assertThatThrownBy(() -> model.transform(rows).collectAsList())
        .hasStackTraceContaining("cannot be judged, see column 'content'");
    assertThat(model.setHandleInvalid("skip").transform(rows).count()).isZero();
    assertThat(model.setHandleInvalid("keep").transform(rows).first().<Boolean>getAs("isOod"))
        .isTrue();
  }

  @Test
  void theFunctionSaysNothingOrStrangerOfWhatItCannotJudge() {
    model().setHandleInvalid("keep").register(SPARK.session(), "judge_keep");
    model().setHandleInvalid("skip").register(SPARK.session(), "judge_skip");
    Row row =
        withInvalid()
            .where("id = 2")
            .selectExpr("judge_keep(features) as keep", "judge_skip(features) as skip")
            .first();
    assertThat(row.getStruct(0)).isEqualTo(RowFactory.create(null, null, true));
    assertThat(row.isNullAt(1)).isTrue();
  }
}
