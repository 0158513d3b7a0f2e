package dev.stranger.train.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.prepare.NumberScale;
import dev.stranger.prepare.TableEncoding;
import dev.stranger.table.Column;
import dev.stranger.train.MixedTable;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TablePreparationTest {

  private static final MemoryDataset TABLE = MixedTable.of(300, 1);
  private static final TablePreparation PREPARATION =
      TablePreparation.fit(TABLE, IntStream.range(0, 300).toArray(), Ranks.ALONE);

  /** Rows with all that may come: gaps, texts that are no category, and what is no code. */
  private static final float[][] ROWS = {
    {12, 0.2f, 0, 1, 1, 19_730.5f},
    {-1e30f, Float.NaN, 4, 5, 4, 3e6f},
    {Float.NaN, Float.NaN, Float.NaN, Float.NaN, Float.NaN, Float.NaN},
    {0, 0, -1, 0.5f, 1e20f, -1000.25f},
    {Float.POSITIVE_INFINITY, 1, 3, 4, 3, 0}
  };

  private static float[] written(TablePreparation preparation, float[]... rows) {
    OnnxGraph graph = new OnnxGraph();
    int columns = preparation.encoding().columns().size();
    graph.output(
        "y", preparation.write(graph, graph.input("x", columns)), preparation.encoding().width());
    return OnnxRun.of(graph, "y", joined(rows), rows.length, columns);
  }

  private static float[] joined(float[]... rows) {
    float[] all = new float[rows.length * rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, all, i * rows[0].length, rows[0].length);
    }
    return all;
  }

  @Test
  void theGraphPreparesAsJavaDoes() {
    float[][] rows = new float[40][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i < ROWS.length ? ROWS[i] : TABLE.sample(i);
    }
    float[] inGraph = written(PREPARATION, rows);
    TableEncoding encoding = PREPARATION.encoding();
    for (int i = 0; i < rows.length; i++) {
      float[] inJava = encoding.apply(rows[i]);
      for (int k = 0; k < inJava.length; k++) {
        float found = inGraph[i * inJava.length + k];
        assertThat(found)
            .as("row %d, value %d", i, k)
            .isCloseTo(inJava[k], within(1e-5f * (1 + Math.abs(inJava[k]))));
      }
    }
  }

  @Test
  void numbersWithoutGapsAreOnlyStandardised() {
    float[][] rows = {{1, 10}, {2, 30}, {4, 20}, {7, 80}};
    MemoryDataset table = MemoryDataset.of("numbers", Column.numbers(List.of("a", "b")), rows);
    int[] all = {0, 1, 2, 3};
    Standardisation plain = Standardisation.fit(table, all, Ranks.ALONE);
    TablePreparation preparation = TablePreparation.fit(table, all, Ranks.ALONE);
    assertThat(preparation.encoding().isOfNumbers()).isTrue();
    float[] inGraph = written(preparation, rows);
    for (int i = 0; i < rows.length; i++) {
      assertThat(preparation.apply(rows[i])).containsExactly(plain.apply(rows[i]));
      assertThat(Arrays.copyOfRange(inGraph, 2 * i, 2 * i + 2))
          .containsExactly(plain.apply(rows[i]));
    }
    assertThat(preparation.units()).isEqualTo(plain.units());
  }

  @Test
  void rowsWithoutNamesHaveNoUsualValues() {
    float[][] rows = {{1, 10}, {2, 30}, {4, 20}, {7, 80}};
    MemoryDataset nameless = MemoryDataset.of("rows", Shape.of(2), Range.ANY, rows);
    TablePreparation preparation =
        TablePreparation.fit(nameless, new int[] {0, 1, 2, 3}, Ranks.ALONE);
    assertThat(preparation.usualValues()).isEmpty();
    assertThat(preparation.takesGaps()).isFalse();
  }

  @Test
  void heavyTailsAreBentInTheGraphAsInJavaAndLeadBack() {
    Random random = new Random(6);
    float[][] rows = new float[500][];
    Arrays.setAll(
        rows,
        i ->
            new float[] {
              (float) Math.exp(2 * random.nextGaussian()), (float) random.nextGaussian()
            });
    TablePreparation preparation =
        TablePreparation.fit(
            MemoryDataset.of("t", Column.numbers(List.of("a", "b")), rows),
            IntStream.range(0, rows.length).toArray(),
            Ranks.ALONE);
    assertThat(preparation.encoding().numbers().stream().map(fact -> fact.scale().isBent()))
        .containsExactly(true, false);
    OnnxGraph graph = new OnnxGraph();
    String prepared = preparation.write(graph, graph.input("x", 2));
    graph.output("y", preparation.writeInverse(graph, prepared), 2);
    float[] back = OnnxRun.of(graph, "y", joined(rows), rows.length, 2);
    float[] inGraph = written(preparation, rows);
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < 2; k++) {
        float inJava = preparation.apply(rows[i])[k];
        assertThat(inGraph[2 * i + k]).isCloseTo(inJava, within(1e-5f * (1 + Math.abs(inJava))));
        assertThat(back[2 * i + k])
            .isCloseTo(rows[i][k], within(1e-4f * (0.1f + Math.abs(rows[i][k]))));
        NumberScale scale = preparation.encoding().numbers().get(k).scale();
        assertThat(scale.inverse(inJava))
            .isCloseTo(rows[i][k], within(1e-4f * (0.1f + Math.abs(rows[i][k]))));
      }
    }
  }

  @Test
  void aPreparedRowLeadsBackToItsValues() {
    OnnxGraph graph = new OnnxGraph();
    String prepared = PREPARATION.write(graph, graph.input("x", 6));
    graph.output("y", PREPARATION.writeInverse(graph, prepared), 6);
    for (int i = 0; i < 50; i++) {
      float[] row = TABLE.sample(i);
      float[] back = OnnxRun.of(graph, "y", row, 1, 6);
      for (int k = 0; k < row.length; k++) {
        if (!Float.isNaN(row[k])) {
          assertThat(back[k]).isCloseTo(row[k], within(1e-5f * (1 + Math.abs(row[k]))));
        }
      }
    }
  }

  @Test
  void generatedRowsHaveGapsAndValidCategories() {
    SplittableRandom random = new SplittableRandom(3);
    int gaps = 0;
    for (int i = 0; i < 600; i++) {
      Column column = TABLE.columns().get(i % 6);
      float value = PREPARATION.generated(i % 6, 6, 0.5f, random);
      gaps += Float.isNaN(value) ? 1 : 0;
      if (column.kind() == Column.Kind.CATEGORY && !Float.isNaN(value)) {
        assertThat(value).isBetween(0f, column.unseen()).isEqualTo((int) value);
      }
    }
    assertThat(gaps).isBetween(30, 90);
  }

  private static float[] expected(TablePreparation preparation, float[]... rows) {
    OnnxGraph graph = new OnnxGraph();
    int columns = preparation.encoding().columns().size();
    String x = graph.input("x", columns);
    graph.output("y", preparation.writeExpected(graph, x, preparation.write(graph, x)), columns);
    return OnnxRun.of(graph, "y", joined(rows), rows.length, columns);
  }

  @Test
  void aColumnIsExpectedFromAllOthersWhateverItHolds() {
    float[] row = TABLE.sample(5).clone();
    float[] usual = expected(PREPARATION, row);
    for (int column = 0; column < row.length; column++) {
      for (float other : new float[] {Float.NaN, 1e9f, -3}) {
        float[] changed = row.clone();
        changed[column] = other;
        assertThat(expected(PREPARATION, changed)[column])
            .as("column %d with %s", column, other)
            .isEqualTo(usual[column]);
      }
    }
  }

  @Test
  void whatTheOtherColumnsTellIsExpected() {
    int right = 0;
    for (int i = 0; i < 100; i++) {
      float[] row = TABLE.sample(i);
      float[] expected = expected(PREPARATION, row);
      right += expected[MixedTable.CURRENCY] == row[MixedTable.CURRENCY] ? 1 : 0;
      assertThat(expected[MixedTable.AMOUNT])
          .isCloseTo((float) (10 * Math.pow(3, row[MixedTable.PRODUCT])), within(60f));
    }
    assertThat(right).isGreaterThan(95);
  }

  /** Wider rows would make each verdict dear. */
  @Test
  void ofWideRowsTheMeanIsExpected() {
    SplittableRandom random = new SplittableRandom(1);
    float[][] rows = new float[50][600];
    for (float[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] = (float) random.nextDouble(i, i + 1);
      }
    }
    List<String> names = IntStream.range(0, 600).mapToObj(i -> "c" + i).toList();
    MemoryDataset wide = MemoryDataset.of("wide", Column.numbers(names), rows);
    TablePreparation preparation =
        TablePreparation.fit(wide, IntStream.range(0, 50).toArray(), Ranks.ALONE);
    float[] expected = expected(preparation, rows[0]);
    for (int i = 0; i < 600; i++) {
      assertThat(expected[i]).isCloseTo(i + 0.5f, within(0.25f));
    }
  }

  @Test
  void usualValuesAreQuantilesOfNumbers() {
    assertThat(PREPARATION.usualValues()).hasSize(6);
    assertThat(PREPARATION.usualValues().get(MixedTable.PRODUCT)).isEmpty();
    assertThat(PREPARATION.usualValues().get(MixedTable.TIME)).isEmpty();
    assertThat(PREPARATION.usualValues().get(MixedTable.AMOUNT))
        .hasSize(9)
        .isSortedAccordingTo(Float::compare);
    assertThat(PREPARATION.usualValues().get(MixedTable.DISCOUNT)).allMatch(Float::isFinite);
  }
}
