package dev.stranger.train.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Calibration;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PValuesTest {

  private static final float[] EXTREMES = {
    Float.NEGATIVE_INFINITY,
    -Float.MAX_VALUE,
    -0f,
    0f,
    Float.MIN_VALUE,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY
  };

  /** The p-values of the graph must be those of {@link Calibration}, bit for bit. */
  private static void assertSame(float[] heldOut, float[] scores, String what) {
    Calibration calibration = Calibration.of(heldOut);
    OnnxGraph graph = new OnnxGraph();
    graph.output("p", PValues.of(calibration).write(graph, graph.input("x", 1)));
    float[] expected = new float[scores.length];
    for (int i = 0; i < scores.length; i++) {
      expected[i] = calibration.pValue(scores[i]);
    }
    assertThat(OnnxRun.of(graph, "p", scores, scores.length, 1)).as(what).isEqualTo(expected);
  }

  /** The held-out scores, their neighbours among floats, and what lies far from all of them. */
  private static float[] scoresAround(float[] heldOut) {
    float[] scores = Arrays.copyOf(EXTREMES, EXTREMES.length + 3 * heldOut.length);
    for (int i = 0; i < heldOut.length; i++) {
      int at = EXTREMES.length + 3 * i;
      scores[at] = heldOut[i];
      scores[at + 1] = Math.nextUp(heldOut[i]);
      scores[at + 2] = Math.nextDown(heldOut[i]);
    }
    return scores;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 17, 99, 100, 101, 997, 5400})
  void theGraphCountsAsTheCalibrationDoes(int heldOut) {
    Random random = new Random(heldOut);
    float[] scores = new float[heldOut];
    for (int i = 0; i < heldOut; i++) {
      scores[i] = (float) random.nextGaussian();
    }
    assertSame(scores, scoresAround(scores), heldOut + " scores");
  }

  @Test
  void tiesAcrossBlocksCountOnce() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      float[] scores = new float[1 + random.nextInt(60)];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = random.nextInt(4);
      }
      assertSame(scores, scoresAround(scores), "seed " + seed);
    }
  }

  @Test
  void equalAndInfiniteScoresCountAsWell() {
    float[] equal = new float[50];
    Arrays.fill(equal, 2.5f);
    assertSame(equal, scoresAround(equal), "equal scores");
    assertSame(EXTREMES, scoresAround(EXTREMES), "extremes");
  }

  @Test
  void aScoreThatIsNoNumberIsAsStrangeAsCanBe() {
    OnnxGraph graph = new OnnxGraph();
    Calibration calibration = Calibration.of(1, 2, 3, 4);
    graph.output("p", PValues.of(calibration).write(graph, graph.input("x", 1)));
    assertThat(OnnxRun.of(graph, "p", new float[] {Float.NaN}, 1, 1)).containsExactly(0.2f);
  }
}
