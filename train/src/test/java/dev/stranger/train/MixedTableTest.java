package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.StoredDataset;
import dev.stranger.Verdict;
import dev.stranger.metric.RankMetrics;
import dev.stranger.score.Detector;
import dev.stranger.table.Column;
import dev.stranger.train.NamedMethod.Given;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.engine.TorchEngine;
import dev.stranger.train.guard.Embeddings;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Detectors of tables with gaps, categories and times. */
class MixedTableTest {

  private static final TrainOptions OPTIONS = TrainOptions.DEFAULT.withDevice("cpu");
  private static final MemoryDataset LEARNED = MixedTable.of(800, 1);
  private static final MemoryDataset NORMAL = MixedTable.of(300, 2);

  private static TrainedModel model;
  private static Detector detector;

  @TempDir Path folder;

  @BeforeAll
  static void train() {
    model = fit(LEARNED, OPTIONS);
    detector = model.open();
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static TrainedModel fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE);
  }

  private static double[] scores(Detector detector, Dataset data) {
    double[] scores = new double[(int) data.size()];
    int[] done = {0};
    detector.judge(
        data,
        (batch, verdicts) -> {
          for (Verdict verdict : verdicts) {
            scores[done[0]++] = verdict.score();
          }
        });
    return scores;
  }

  private static double auroc(Detector detector, Dataset normal, Dataset strangers) {
    return RankMetrics.of(scores(detector, normal), scores(detector, strangers)).auroc();
  }

  /** Of rows with a fault. */
  private static double auroc(UnaryOperator<float[]> fault) {
    return auroc(detector, NORMAL, MixedTable.of(300, 3, fault));
  }

  private static UnaryOperator<float[]> with(int column, float value) {
    return row -> {
      row[column] = value;
      return row;
    };
  }

  /** A common currency, but that of another country. */
  private static float[] wrongCurrency(float[] row) {
    row[MixedTable.CURRENCY] = row[MixedTable.CURRENCY] == 0 ? 1 : 0;
    return row;
  }

  @Test
  void faultsScoreHigherThanNormalRows() {
    float unseen = MixedTable.columns().get(MixedTable.COUNTRY).unseen();
    assertThat(auroc(with(MixedTable.AMOUNT, Float.NaN))).as("gap in numbers").isGreaterThan(0.99);
    assertThat(auroc(with(MixedTable.PRODUCT, Float.NaN))).as("gap in texts").isGreaterThan(0.99);
    assertThat(auroc(with(MixedTable.COUNTRY, unseen))).as("new text").isGreaterThan(0.99);
    assertThat(auroc(MixedTableTest::wrongCurrency)).as("currency").isGreaterThan(0.9);
    assertThat(auroc(MixedTableTest::wrongProduct)).as("product").isGreaterThan(0.9);
    assertThat(auroc(with(MixedTable.DISCOUNT, 0.7f))).as("discount").isGreaterThan(0.99);
    assertThat(auroc(MixedTableTest::atNight)).as("hour").isGreaterThan(0.99);
    assertThat(auroc(MixedTableTest::onSunday)).as("weekday").isGreaterThan(0.7);
  }

  private static float[] wrongProduct(float[] row) {
    row[MixedTable.PRODUCT] = (row[MixedTable.PRODUCT] + 2) % 4;
    return row;
  }

  private static float[] atNight(float[] row) {
    row[MixedTable.TIME] = (float) Math.floor(row[MixedTable.TIME]) + 0.1f;
    return row;
  }

  private static float[] onSunday(float[] row) {
    row[MixedTable.TIME] += 6 - Math.floorMod((int) row[MixedTable.TIME] - MixedTable.FIRST_DAY, 7);
    return row;
  }

  @Test
  void aGapThatIsUsualIsNotStrange() {
    assertThat(auroc(with(MixedTable.DISCOUNT, Float.NaN))).isBetween(0.4, 0.6);
  }

  @Test
  void theOrderOfColumnsAndCategoriesDoesNotMatter() {
    MemoryDataset strangers = MixedTable.of(300, 3, MixedTableTest::wrongProduct);
    TrainedModel other = fit(MixedTable.shuffled(LEARNED, 7), OPTIONS);
    try (Detector shuffled = other.open()) {
      double there =
          auroc(shuffled, MixedTable.shuffled(NORMAL, 7), MixedTable.shuffled(strangers, 7));
      assertThat(there).isCloseTo(auroc(detector, NORMAL, strangers), within(0.05));
    }
  }

  @Test
  void theSameSeedGivesTheSameDetectorAlsoFromAFile() {
    TrainOptions tiny = TestData.tiny(3);
    TrainedModel first = fit(LEARNED, tiny);
    assertThat(fit(LEARNED, tiny).model()).isEqualTo(first.model());
    try (StoredDataset stored = LEARNED.stored(folder)) {
      assertThat(fit(stored, tiny).model()).isEqualTo(first.model());
    }
  }

  @Test
  void trainingThatGoesOnGivesTheSameDetector() {
    TrainOptions tiny = TestData.tiny(3);
    TrainedModel resumed = Interrupted.fit(LEARNED, tiny, 9, folder);
    assertThat(resumed.model()).isEqualTo(fit(LEARNED, tiny).model());
  }

  @Test
  void libtorchJudgesAsOnnxRuntimeDoes() {
    Path file = folder.resolve("orders.onnx");
    model.save(file);
    MemoryDataset gaps = MixedTable.of(60, 5, with(MixedTable.PRODUCT, Float.NaN));
    try (Detector libtorch = TorchEngine.open(file, Compute.on("cpu"))) {
      for (Dataset data : List.of(NORMAL, gaps)) {
        double[] expected = scores(detector, data);
        double[] found = scores(libtorch, data);
        for (int i = 0; i < expected.length; i++) {
          assertThat(found[i]).isCloseTo(expected[i], within(1e-3 * (1 + expected[i])));
        }
      }
    }
  }

  @Test
  void reconstructionsAreRowsAsTheyAreExpected() {
    float[] row = {90, Float.NaN, 2, 1, 1, MixedTable.FIRST_DAY + 7 * 9 + 2.5f};
    float[] made = detector.reconstruct(row, 1);
    assertThat(made[MixedTable.AMOUNT]).isBetween(50f, 140f);
    assertThat(made[MixedTable.DISCOUNT]).isBetween(0f, 0.4f);
    assertThat(made[MixedTable.PRODUCT]).isEqualTo(2);
    assertThat(made[MixedTable.CURRENCY]).isEqualTo(1);
    assertThat(detector.explain(row).reconstruction().residual()).hasSize(6);
  }

  @Test
  void aFaultDoesNotChangeWhatIsExpectedOfOtherColumns() {
    float[] row = {90, 0.2f, 2, 1, 1, MixedTable.FIRST_DAY + 7 * 9 + 2.5f};
    float[] expected = detector.reconstruct(row, 1);
    float[] gap = row.clone();
    gap[MixedTable.AMOUNT] = Float.NaN;
    float[] unseen = row.clone();
    unseen[MixedTable.COUNTRY] = MixedTable.columns().get(MixedTable.COUNTRY).unseen();
    for (float[] faulty : List.of(gap, unseen)) {
      float[] made = detector.reconstruct(faulty, 1);
      assertThat(made[MixedTable.AMOUNT]).isBetween(0f, 300f);
      assertThat(made[MixedTable.DISCOUNT]).isCloseTo(expected[MixedTable.DISCOUNT], within(0.1f));
      assertThat(made[MixedTable.PRODUCT]).isEqualTo(2);
      assertThat(made[MixedTable.CURRENCY]).isEqualTo(1);
    }
  }

  @Test
  void aRowByItsNamesIsExplainedAsItsValuesAre() {
    float[] values = {90, 0.7f, 2, 1, 1, MixedTable.FIRST_DAY + 7 * 9 + 2.5f};
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      Column column = MixedTable.columns().get(i);
      row.put(column.name(), column.text(values[i]));
    }
    assertThat(detector.explain(row).columns().get(0).column().name()).isEqualTo("discount");
    assertThat(detector.explain(row).columns())
        .isEqualTo(detector.explain(detector.preparation().row(row)).columns());
  }

  @Test
  void theFileKnowsColumnsAndTakesGaps() {
    assertThat(detector.metadata().columns()).isEqualTo(MixedTable.columns());
    assertThat(detector.metadata().takesGaps()).isTrue();
    assertThat(detector.judge(new float[] {90, Float.NaN, 2, 1, 1, 19_740.5f}).score()).isFinite();
    assertThatThrownBy(
            () -> detector.judge(new float[] {Float.POSITIVE_INFINITY, 0.2f, 2, 1, 1, 19_740.5f}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("finite values or gaps");
    assertThat(detector.testSamples())
        .anyMatch(sample -> IntStream.range(0, 6).anyMatch(i -> Float.isNaN(sample[i])));
  }

  @Test
  void columnsWithoutAnythingToLearnBreakNothing() {
    MemoryDataset odd =
        MixedTable.of(
            300,
            1,
            row -> {
              row[MixedTable.DISCOUNT] = Float.NaN;
              row[MixedTable.COUNTRY] = Float.NaN;
              row[MixedTable.CURRENCY] = 2;
              row[MixedTable.TIME] = Float.NaN;
              return row;
            });
    try (Detector trained = fit(odd, TestData.tiny(10)).open()) {
      assertThat(Arrays.stream(scores(trained, odd))).allMatch(Double::isFinite);
      assertThat(Arrays.stream(scores(trained, NORMAL))).allMatch(Double::isFinite);
    }
  }

  @Test
  void aTableOfCategoriesAloneCanBeLearnt() {
    List<Column> columns = MixedTable.columns().subList(MixedTable.PRODUCT, MixedTable.TIME);
    float[][] rows = new float[400][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(LEARNED.sample(i), MixedTable.PRODUCT, MixedTable.TIME);
    }
    MemoryDataset table = MemoryDataset.of("texts", columns, rows);
    try (Detector trained = fit(table, TestData.tiny(10)).open()) {
      assertThat(trained.judge(new float[] {0, 1, 1}).score())
          .isLessThan(trained.judge(new float[] {4, 5, Float.NaN}).score());
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "ROBUST_RKM",
        "VAE",
        "VAE_LIKELIHOOD",
        "GAN",
        "PCA",
        "NEIGHBOURS",
        "KERNEL_DENSITY",
        "ISOLATION_FOREST"
      })
  void otherMethodsLearnSuchTablesToo(NamedMethod method) {
    TrainOptions tiny = TestData.tiny(3).with(method.make(new Given(Strangers.made(), 0.05)));
    try (Detector trained = fit(LEARNED, tiny).open()) {
      assertThat(Arrays.stream(scores(trained, NORMAL))).allMatch(Double::isFinite);
    }
  }

  @Test
  void featuresOfANetworkAreNumbers() {
    TrainOptions tiny = TestData.tiny(3).with(new Embeddings());
    assertThatThrownBy(() -> fit(LEARNED, tiny))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has gaps, categories or times");
  }

  @Test
  void numbersAreJudgedAsIfTheirColumnsHadNoNames() {
    MemoryDataset plain = TestData.table(300, 1);
    float[][] rows = new float[300][];
    Arrays.setAll(rows, plain::sample);
    List<Column> columns = Column.numbers(List.of("a", "b", "c", "d", "e", "f"));
    MemoryDataset named = MemoryDataset.of("table", columns, rows);
    try (Detector before = fit(plain, TestData.tiny(5)).open();
        Detector now = fit(named, TestData.tiny(5)).open()) {
      MemoryDataset others = TestData.table(60, 2);
      assertThat(scores(now, others)).containsExactly(scores(before, others));
      float[] row = others.sample(0).clone();
      row[3] = Float.NaN;
      assertThat(now.judge(row).pValue()).isLessThan(0.05f);
      assertThatThrownBy(() -> before.judge(row)).isInstanceOf(DataException.class);
    }
  }
}
