package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.MemoryDataset;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.table.Column;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Neighbours;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows with categories, booleans, times and gaps, which the library judges by the names alike. */
class NamedColumnsTest {

  @RegisterExtension
  static final LocalSpark SPARK =
      LocalSpark.withThreads(2).with("spark.sql.session.timeZone", "America/New_York");

  private static final String[] NAMES = {"price", "colour", "new", "day"};
  private static final float DAY = 20_000; // 2024-10-04

  private static Path file;
  private static Detector detector;

  @BeforeAll
  static void learn() {
    List<Column> columns =
        List.of(
            Column.number("price"),
            Column.category("colour", List.of("red", "blue")),
            Column.category("new", List.of("true", "false")),
            Column.time("day"));
    file = SPARK.folder().resolve("mixed.onnx");
    Trainer.fit(
            MemoryDataset.of("orders", columns, rows(400)),
            TrainOptions.DEFAULT.with(new Neighbours()).withDevice("cpu"),
            TrainListener.NONE)
        .save(file);
    detector = Detector.open(file);
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  /** One in ten has no price. */
  private static float[][] rows(int count) {
    Random random = new Random(1);
    float[][] rows = new float[count][];
    for (int i = 0; i < count; i++) {
      rows[i] =
          new float[] {
            i % 10 == 0 ? Float.NaN : (float) (10 + random.nextGaussian()),
            i % 2,
            i % 3 == 0 ? 1 : 0,
            DAY + random.nextFloat()
          };
    }
    return rows;
  }

  private static StrangerModel model() {
    return StrangerModel.fromFile(file.toString());
  }

  /**
   * @param values of the columns in their order, in SQL
   */
  private static Dataset<Row> row(String values) {
    return SPARK
        .session()
        .sql("select * from values (%s) as t(price, colour, new, day)".formatted(values));
  }

  private static Map<String, Object> named(Object... values) {
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      row.put(NAMES[i], values[i]);
    }
    return row;
  }

  private static void assertJudged(Row judged, Verdict verdict) {
    assertThat(judged.<Float>getAs("score")).isCloseTo(verdict.score(), within(1e-4f));
    assertThat(judged.<Boolean>getAs("isOod")).isEqualTo(verdict.ood());
  }

  @Test
  void anUnknownCategoryIsStrange() {
    for (String colour : List.of("red", "blue", "weird")) {
      Verdict verdict = detector.judge(named(10, colour, true, "2024-10-04 12:00"));
      assertThat(verdict.ood()).as(colour).isEqualTo(colour.equals("weird"));
      String values = "10.0D, '%s', true, timestamp'2024-10-04 12:00:00Z'".formatted(colour);
      assertJudged(model().transform(row(values)).first(), verdict);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timestamp'2024-10-04 06:00:00Z'",
        "timestamp'2024-10-04 02:00:00'", // in New York
        "timestamp_ntz'2024-10-04 06:00:00'",
        "'2024-10-04 06:00'",
        "'2024-10-04T08:00+02:00'"
      })
  void timesAreThoseOfTheirText(String time) {
    Verdict verdict = detector.judge(named(10, "red", true, "2024-10-04 06:00"));
    Dataset<Row> row = row("10, 'red', 'TRUE', " + time);
    assertJudged(model().transform(row).first(), verdict);
    model().register(SPARK.session(), "judge_mixed");
    Dataset<Row> function =
        row.selectExpr("judge_mixed(struct(day, new, colour, price)) as verdict");
    assertThat(function.select("verdict.score").first().getFloat(0))
        .isCloseTo(verdict.score(), within(1e-4f));
  }

  @Test
  void datesBooleansAndGapsAreThoseOfTheLibrary() {
    assertJudged(
        model().transform(row("cast(null as double), 'blue', false, date'2024-10-04'")).first(),
        detector.judge(named(null, "blue", false, "2024-10-04")));
    assertJudged(
        model().transform(row("'NA', '', cast(null as boolean), cast(null as timestamp)")).first(),
        detector.judge(named(null, null, null, null)));
    assertJudged(
        model().transform(row("double('nan'), 'blue', false, date'2026-01-01'")).first(),
        detector.judge(named(null, "blue", false, "2026-01-01")));
  }

  @Test
  void theFieldsOfAStructMayBeGaps() {
    Dataset<Row> rows =
        row("cast(null as double), 'blue', false, date'2024-10-04'")
            .selectExpr("struct(day, new, colour, price) as sample");
    assertJudged(
        model().setInputCol("sample").transform(rows).first(),
        detector.judge(named(null, "blue", false, "2024-10-04")));
  }

  @Test
  void whatAColumnCannotHoldIsNoGap() {
    assertInvalid(
        row("'1O.5 EUR', 'red', true, date'2024-10-04'"),
        "it has '1O.5 EUR' in column 'price', not a finite number such as 1.5; correct it");
    assertInvalid(
        row("10, 'red', true, 'soon'"), "it has 'soon' in column 'day', not a date such as");
    assertInvalid(row("1e300D, 'red', true, 'NA'"), "it has '1.0E300' in column 'price'");
  }

  private static void assertInvalid(Dataset<Row> row, String message) {
    assertThatThrownBy(() -> model().transform(row).collectAsList())
        .hasStackTraceContaining(
            "row 0 of partition 0 cannot be judged, see 4 columns: " + message);
    Row kept = model().setHandleInvalid("keep").transform(row).first();
    assertThat(kept.<Object>getAs("score")).isNull();
    assertThat(kept.<Boolean>getAs("isOod")).isTrue();
  }

  /** Whoever assembles a vector has lost the difference between a gap and a failed division. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "array(float('nan'), 0f, 0f, 20000f)",
        "array(double('nan'), 0d, 0d, 20000d)",
        "array(null, 0d, 0d, 20000d)",
        "array_to_vector(array(double('nan'), 0d, 0d, 20000d))"
      })
  void anArrayOrAVectorHasNoGaps(String sample) {
    SPARK
        .session()
        .udf()
        .register(
            "array_to_vector",
            (scala.collection.Seq<Double> values) ->
                org.apache.spark.ml.linalg.Vectors.dense(
                    scala.jdk.javaapi.CollectionConverters.asJava(values).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()),
            org.apache.spark.ml.linalg.SQLDataTypes.VectorType());
    Dataset<Row> rows = SPARK.session().sql("select 1").selectExpr(sample + " as sample");
    StrangerModel model = model().setInputCol("sample");
    assertThatThrownBy(() -> model.transform(rows).collectAsList())
        .hasStackTraceContaining("it has the value NaN, not a finite number");
    assertThat(model.setHandleInvalid("skip").transform(rows).count()).isZero();
  }

  @Test
  void columnsOfAnotherTypeAreRefusedBeforeAJobStarts() {
    assertThatThrownBy(() -> model().transform(row("10, 'red', true, 20000.5D")))
        .isInstanceOf(RequestException.class)
        .hasMessage("column 'day' is of type double, not a date, a timestamp or text");
    assertThatThrownBy(() -> model().transform(row("true, 'red', true, 'NA'")))
        .hasMessage("column 'price' is of type boolean, not a number");
    assertThatThrownBy(() -> model().transform(row("10, array(1), true, 'NA'")))
        .hasMessage("column 'colour' is of type array<int>, not text, a boolean or a number");
    Dataset<Row> struct =
        row("10, 'red', true, 5").selectExpr("struct(price, colour, new, day) as sample");
    assertThatThrownBy(() -> model().setInputCol("sample").transform(struct))
        .hasMessage("column 'day' is of type int, not a date, a timestamp or text");
  }
}
