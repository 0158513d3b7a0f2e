package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogitStatisticsTest {

  @ParameterizedTest
  @CsvSource({"2, 1", "10, 5", "1000, 0.01", "10, 5000"})
  void graphComputesTheFormulas(int classes, double scale) {
    int rows = 50;
    Random random = new Random(classes);
    float[] logits = new float[rows * classes];
    for (int i = 0; i < logits.length; i++) {
      logits[i] = (float) (scale * random.nextGaussian());
    }
    OnnxGraph graph = new OnnxGraph();
    graph.output("all", graph.concat(LogitStatistics.write(graph, graph.input("x", classes))), 3);
    float[] found = OnnxRun.of(graph, "all", logits, rows, classes);
    for (int i = 0; i < rows; i++) {
      double[] own = new double[classes];
      for (int k = 0; k < classes; k++) {
        own[k] = logits[i * classes + k];
      }
      Arrays.sort(own);
      double largest = own[classes - 1];
      double sum = Arrays.stream(own).map(f -> Math.exp(f - largest)).sum();
      float tolerance = (float) (1e-5 * (1 + scale));
      assertThat(found[3 * i]).isCloseTo((float) -(largest + Math.log(sum)), within(tolerance));
      assertThat(found[3 * i + 1]).isCloseTo((float) Math.log(sum), within(tolerance));
      assertThat(found[3 * i + 2])
          .isCloseTo((float) (own[classes - 2] - largest), within(tolerance));
    }
  }
}
