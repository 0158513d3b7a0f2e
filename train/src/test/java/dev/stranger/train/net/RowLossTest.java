package dev.stranger.train.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.MemoryDataset;
import dev.stranger.prepare.TableEncoding;
import dev.stranger.prepare.TableFit;
import dev.stranger.train.MixedTable;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class RowLossTest {

  private static final MemoryDataset TABLE = MixedTable.of(200, 1);
  private static final TableEncoding ROWS = TableFit.of(TABLE);
  private static final int COUNT = 20;

  private final Compute compute = Compute.on("cpu");
  private final Random random = new Random(4);

  /** Prepared rows, one after another. */
  private static float[] rows() {
    float[] rows = new float[COUNT * ROWS.width()];
    for (int i = 0; i < COUNT; i++) {
      System.arraycopy(ROWS.apply(TABLE.sample(i)), 0, rows, i * ROWS.width(), ROWS.width());
    }
    return rows;
  }

  private float[] noise(double strength) {
    float[] raw = new float[COUNT * ROWS.width()];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (float) (strength * random.nextGaussian());
    }
    return raw;
  }

  @Test
  void theGraphHasTheLossOfTraining() {
    for (double strength : new double[] {0, 1, 20, 100}) {
      float[] raw = noise(strength);
      try (PointerScope scope = new PointerScope()) {
        RowLoss loss = new RowLoss(ROWS, compute);
        Tensor given = compute.of(rows(), COUNT, ROWS.width());
        Tensor made = compute.of(raw, COUNT, ROWS.width());
        float[] trained = Compute.floats(loss.each(made, given).sum(1L));
        float[] meant = Compute.floats(loss.output(made));
        OnnxGraph graph = new OnnxGraph();
        String x = graph.input("x", 2L * ROWS.width());
        String first = graph.slice(x, 1, 0, ROWS.width());
        String second = graph.slice(x, 1, ROWS.width(), 2L * ROWS.width());
        graph.output("loss", loss.writeSum(graph, first, second), 1);
        graph.output("output", loss.writeOutput(graph, first), ROWS.width());
        assertClose(run(graph, "loss", raw), trained);
        assertClose(run(graph, "output", raw), meant);
      }
    }
  }

  private static void assertClose(float[] found, float[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i])
          .as("number %d", i)
          .isCloseTo(expected[i], within(1e-5f * (1 + Math.abs(expected[i]))));
    }
  }

  private static float[] run(OnnxGraph graph, String output, float[] raw) {
    int width = ROWS.width();
    float[] both = new float[2 * raw.length];
    float[] rows = rows();
    for (int i = 0; i < COUNT; i++) {
      System.arraycopy(raw, i * width, both, 2 * i * width, width);
      System.arraycopy(rows, i * width, both, (2 * i + 1) * width, width);
    }
    return OnnxRun.of(graph, output, both, COUNT, 2L * width);
  }

  @Test
  void whatAGapHidesHasNoLoss() {
    float[] row = TABLE.sample(0).clone();
    row[MixedTable.DISCOUNT] = Float.NaN;
    float[] raw = Arrays.copyOf(noise(1), ROWS.width());
    float[] other = raw.clone();
    other[1] += 5; // the discount is the second number
    assertThat(loss(other, row)).isEqualTo(loss(raw, row));
    row[MixedTable.DISCOUNT] = 0.2f;
    assertThat(loss(other, row)).isNotEqualTo(loss(raw, row));
  }

  private float loss(float[] raw, float[] row) {
    try (PointerScope scope = new PointerScope()) {
      Tensor made = compute.of(raw, 1, ROWS.width());
      Tensor given = compute.of(ROWS.apply(row), 1, ROWS.width());
      return new RowLoss(ROWS, compute).sum(made, given).item_float();
    }
  }

  @Test
  void aChanceOfAllPlacesTogetherIsOne() {
    try (PointerScope scope = new PointerScope()) {
      float[] output =
          Compute.floats(
              new RowLoss(ROWS, compute).output(compute.of(noise(9), COUNT, ROWS.width())));
      int at = ROWS.width() - ROWS.places();
      for (var category : ROWS.categories()) {
        double sum = 0;
        for (int place = 0; place < category.width(); place++) {
          sum += output[at++] / category.sizes()[place];
        }
        assertThat(sum).isCloseTo(1, within(1e-5));
      }
    }
  }
}
