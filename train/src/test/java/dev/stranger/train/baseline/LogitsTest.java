package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LogitsTest {

  private static final int CLASSES = 4;
  private static final int COUNT = 200;
  private static final long SEED = 5;

  /** Rows of very different spread, from nearly equal logits to a sure class. */
  private static float[] logits() {
    Random random = new Random(SEED);
    float[] values = new float[COUNT * CLASSES];
    for (int i = 0; i < values.length; i++) {
      double spread = Math.pow(10, 3.0 * (i / CLASSES) / COUNT - 1);
      values[i] = (float) (spread * random.nextGaussian());
    }
    return values;
  }

  private static float[] run(Function<Logits, String> function, float[] logits) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", CLASSES);
    graph.output("y", function.apply(new Logits(graph, x, CLASSES)), 1);
    return OnnxRun.of(graph, "y", logits, logits.length / CLASSES, CLASSES);
  }

  private static double largest(float[] logits, int row) {
    return IntStream.range(0, CLASSES).mapToDouble(i -> logits[row * CLASSES + i]).max().orElse(0);
  }

  /** The sum of exp((f - max f) / T), less one, in double. */
  private static double others(float[] logits, int row, double temperature) {
    double largest = largest(logits, row);
    return IntStream.range(row * CLASSES, (row + 1) * CLASSES)
        .mapToDouble(i -> Math.exp((logits[i] - largest) / temperature))
        .sorted()
        .limit(CLASSES - 1)
        .sum();
  }

  private static void assertClose(float actual, double expected, String place, int row) {
    assertThat((double) actual)
        .as("%s of row %d, seed %d", place, row, SEED)
        .isCloseTo(expected, Offset.offset(1e-5 * Math.abs(expected) + 1e-30));
  }

  @Test
  void energiesAreTheLogarithmOfTheSumOfExponentials() {
    float[] logits = logits();
    for (double temperature : new double[] {1, 10, 1000}) {
      float[] actual = run(nodes -> nodes.energy(temperature), logits);
      for (int row = 0; row < COUNT; row++) {
        double sum = 1 + others(logits, row, temperature);
        double expected = -largest(logits, row) - temperature * Math.log(sum);
        assertThat((double) actual[row])
            .as("temperature %s, row %d, seed %d", temperature, row, SEED)
            .isCloseTo(expected, Offset.offset(1e-6 * temperature + 1e-6 * Math.abs(expected)));
      }
    }
  }

  @Test
  void doubtIsWhatTheLargestSoftmaxLeavesEvenWhereThatRoundsToOne() {
    float[] logits = logits();
    float[] actual = run(Logits::doubt, logits);
    int rounded = 0;
    for (int row = 0; row < COUNT; row++) {
      double others = others(logits, row, 1);
      assertClose(actual[row], others / (1 + others), "doubt", row);
      rounded += (float) (1 / (1 + others)) == 1f && others > 1e-30 ? 1 : 0;
    }
    assertThat(rounded).as("rows whose largest softmax is one as a float").isGreaterThan(20);
  }

  @Test
  void temperedDoubtKeepsTheOrderAtHighTemperatures() {
    float[] logits = logits();
    for (double temperature : new double[] {1, 1000, 1e6}) {
      float[] actual = run(nodes -> nodes.temperedDoubt(temperature), logits);
      for (int row = 0; row < COUNT; row++) {
        double largest = largest(logits, row);
        double less =
            IntStream.range(row * CLASSES, (row + 1) * CLASSES)
                .mapToDouble(i -> Math.expm1((logits[i] - largest) / temperature))
                .sum();
        assertClose(actual[row], less / CLASSES / (CLASSES + less), "tempered doubt", row);
      }
    }
  }

  @Test
  void equalLogitsAreAllDoubt() {
    float[] equal = new float[CLASSES];
    Arrays.fill(equal, 7);
    assertThat(run(Logits::doubt, equal)).containsExactly(0.75f);
    assertThat(run(nodes -> nodes.temperedDoubt(1000), equal)).containsExactly(0);
    assertThat(run(nodes -> nodes.energy(1), equal)[0])
        .isCloseTo((float) (-7 - Math.log(CLASSES)), Offset.offset(1e-5f));
  }
}
