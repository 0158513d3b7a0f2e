package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.spark.scores.ScoreSketch;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RecalibratedModelTest {

  @RegisterExtension static final LocalSpark SPARK = LocalSpark.withThreads(2);

  /** Those that are not strange. */
  private static final float[][] NORMAL = normal(Table.samples(3_000));

  private static StrangerModel model;

  private static float[][] normal(float[][] samples) {
    return IntStream.range(0, samples.length)
        .filter(i -> i % 10 != 9)
        .mapToObj(i -> samples[i])
        .toArray(float[][]::new);
  }

  @BeforeAll
  static void open() {
    Path file = Table.write(SPARK.folder(), "table.onnx");
    model = StrangerModel.fromFile(file.toString()).setInputCol("features");
  }

  private static Dataset<Row> judged() {
    return model.transform(Table.arrays(SPARK.session(), NORMAL, 5));
  }

  private static float[] scores() {
    List<Row> rows = judged().select("score").collectAsList();
    float[] scores = new float[rows.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = rows.get(i).getFloat(0);
    }
    return scores;
  }

  @Test
  void aColumnIsSketchedAsItsScoresAre() {
    ScoreSketch sketch = ScoreSketch.of(judged(), "score");
    assertThat(sketch.size()).isEqualTo(NORMAL.length);
    assertThat(sketch.calibration(NORMAL.length).scores())
        .isEqualTo(Calibration.of(scores()).scores());
  }

  @Test
  void aMillionRowsInManyPartitionsAreSketchedWithinTheStatedError() {
    int count = 1_000_000;
    Dataset<Row> rows =
        SPARK.session().range(0, count, 1, 16).selectExpr("cast(id * 7919 % 1000000 as float) s");
    ScoreSketch sketch = ScoreSketch.of(rows, "s");
    assertThat(sketch.size()).isEqualTo(count);
    assertThat(sketch.isExact()).isFalse();
    for (int score = 0; score < count; score += 1_000) {
      double truth = (1.0 + count - score) / (count + 1.0);
      assertThat(sketch.pValue(score)).isBetween(truth, truth + 2 * ScoreSketch.RANK_ERROR);
    }
    float threshold = sketch.threshold(FalseAlarmGuarantee.onAverage(0.01));
    assertThat((double) threshold)
        .isBetween(990_000.0 - 1, 990_000 + 2 * ScoreSketch.RANK_ERROR * count);
  }

  @Test
  void groupsHaveSketchesOfTheirOwn() {
    List<Row> groups =
        judged()
            .withColumn("site", functions.expr("id % 3"))
            .groupBy("site")
            .agg(ScoreSketch.aggregate(functions.col("score")))
            .collectAsList();
    ScoreSketch all = new ScoreSketch();
    groups.forEach(row -> all.merge(ScoreSketch.ofBytes((byte[]) row.get(1))));
    assertThat(groups).hasSize(3);
    assertThat(all.toBytes()).hasSameSizeAs(ScoreSketch.of(judged(), "score").toBytes());
    assertThat(all.calibration(NORMAL.length).scores())
        .isEqualTo(Calibration.of(scores()).scores());
  }

  @Test
  void aRowWithoutAScoreIsRefusedAndNoRowsAreNamed() {
    Dataset<Row> broken = judged().withColumn("score", functions.expr("nullif(score, score)"));
    assertThatThrownBy(() -> ScoreSketch.of(broken, "score"))
        .hasStackTraceContaining(DataException.class.getName() + ": a row has no score");
    ScoreSketch none = ScoreSketch.of(judged().limit(0), "score");
    assertThatThrownBy(() -> model.recalibrated(none, "nothing"))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("there are no scores");
  }

  @Test
  void aRecalibratedModelIsOneDetectorFileThatRanksAmongTheNewScores() {
    StrangerModel after = model.recalibrated(ScoreSketch.of(judged(), "score"), "rows of May");
    Path file = SPARK.folder().resolve("after.onnx");
    after.toFile(file.toString());
    Calibration calibration = Calibration.of(scores());
    Dataset<Row> judged = after.transform(Table.arrays(SPARK.session(), NORMAL, 5));
    List<Row> rows = judged.select("score", "pValue", "isOod").collectAsList();
    assertThat(rows)
        .hasSize(NORMAL.length)
        .allSatisfy(
            row -> assertThat(row.getFloat(1)).isEqualTo(calibration.pValue(row.getFloat(0))));
    try (Detector detector = Detector.open(file)) {
      assertThat(detector.calibration().size()).isEqualTo(NORMAL.length);
      assertThat(detector.metadata().card()).contains("\"data\":\"rows of May\",\"scores\":2700");
      long flagged = Arrays.stream(NORMAL).map(detector::judge).filter(Verdict::ood).count();
      assertThat(flagged).isLessThanOrEqualTo((long) (0.05 * (NORMAL.length + 1)));
      assertThat(rows.stream().filter(row -> row.getBoolean(2)).count()).isEqualTo(flagged);
    }
  }
}
