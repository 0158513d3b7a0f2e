package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.train.guard.WitnessScore.Witness;
import dev.stranger.train.method.ModelGraph.Other;
import dev.stranger.train.method.ModelGraph.Outputs;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WitnessScoreTest {

  private static final List<Witness> WITNESSES =
      List.of(
          new Witness("direction", 3, false),
          new Witness("length", 1, true),
          new Witness("doubt", 2, false));
  private static final int WIDTH = 6;
  private static final int ROWS = 500;

  /** Columns of very different means and deviations, some of which go together. */
  private static float[] statistics(long seed) {
    Random random = new Random(seed);
    float[] rows = new float[ROWS * WIDTH];
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      for (int k = 0; k < WIDTH; k++) {
        rows[i * WIDTH + k] = (float) (k * 3 - 5 + (k + 1) * 0.3 * (a + random.nextGaussian()));
      }
    }
    return rows;
  }

  private static float[] run(WitnessScore score, float[] rows, String output) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", WIDTH);
    Other statistics = new Other(WitnessScore.STATISTICS, x, WIDTH);
    ScoreModel.Written written =
        score.write(graph, new Outputs(List.of(), null, List.of(statistics)));
    graph.output("score", written.score(), 1);
    graph.output("parts", written.parts(), WITNESSES.size());
    return OnnxRun.of(graph, output, rows, rows.length / WIDTH, WIDTH);
  }

  private static double[] column(float[] rows, int column) {
    double[] values = new double[rows.length / WIDTH];
    Arrays.setAll(values, i -> rows[i * WIDTH + column]);
    return values;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }

  /** The testimony of a witness on some rows, in units of its deviation on training rows. */
  private static double[] testimony(float[] training, float[] rows, int from, int to) {
    double[] ofTraining = meanOfUnits(training, training, from, to);
    double deviation = deviation(ofTraining);
    return Arrays.stream(meanOfUnits(training, rows, from, to)).map(z -> z / deviation).toArray();
  }

  private static double[] meanOfUnits(float[] training, float[] rows, int from, int to) {
    double[] sums = new double[rows.length / WIDTH];
    for (int k = from; k < to; k++) {
      double[] usual = column(training, k);
      double[] own = column(rows, k);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += (own[i] - mean(usual)) / deviation(usual) / (to - from);
      }
    }
    return sums;
  }

  private static double surprise(double testimony) {
    return Math.log1p(Math.exp(1.702 * testimony));
  }

  @Test
  void graphComputesTheFormula() {
    float[] training = statistics(1);
    float[] rows = statistics(2);
    WitnessScore score = WitnessScore.fit(WITNESSES, training);
    float[] scores = run(score, rows, "score");
    float[] parts = run(score, rows, "parts");
    double[] direction = testimony(training, rows, 0, 3);
    double[] length = testimony(training, rows, 3, 4);
    double[] doubt = testimony(training, rows, 4, 6);
    for (int i = 0; i < ROWS; i++) {
      double ofLength = surprise(length[i]) + surprise(-length[i]);
      assertThat(parts[3 * i]).isCloseTo((float) surprise(direction[i]), within(1e-3f));
      assertThat(parts[3 * i + 1])
          .isCloseTo((float) (Math.signum(length[i]) * ofLength), within(1e-3f));
      assertThat(parts[3 * i + 2]).isCloseTo((float) surprise(doubt[i]), within(1e-3f));
      assertThat(scores[i])
          .isCloseTo(
              (float) (surprise(direction[i]) + ofLength + surprise(doubt[i])), within(2e-3f));
    }
  }

  @Test
  void partsWithoutTheirSignsAddUpToTheScore() {
    WitnessScore score = WitnessScore.fit(WITNESSES, statistics(1));
    float[] rows = statistics(3);
    rows[0] = 1000;
    rows[WIDTH + 3] = -1000;
    float[] scores = run(score, rows, "score");
    float[] parts = run(score, rows, "parts");
    for (int i = 0; i < ROWS; i++) {
      float sum = Math.abs(parts[3 * i]) + Math.abs(parts[3 * i + 1]) + Math.abs(parts[3 * i + 2]);
      assertThat(sum).isCloseTo(scores[i], within(1e-5f * scores[i]));
    }
  }

  @Test
  void lengthsAtTheMeanKeepTheSumToo() {
    float[] training = statistics(1);
    for (int i = 0; i < ROWS; i++) {
      training[i * WIDTH + 3] = 0;
    }
    WitnessScore score = WitnessScore.fit(WITNESSES, training);
    float[] row = Arrays.copyOf(training, WIDTH);
    float[] parts = run(score, row, "parts");
    float sum = Math.abs(parts[0]) + Math.abs(parts[1]) + Math.abs(parts[2]);
    assertThat(sum).isCloseTo(run(score, row, "score")[0], within(1e-5f));
  }

  @Test
  void aLengthSurprisesFromBothSides() {
    float[] training = statistics(1);
    WitnessScore score = WitnessScore.fit(WITNESSES, training);
    double mean = mean(column(training, 3));
    float[] rows = Arrays.copyOf(training, 2 * WIDTH);
    System.arraycopy(rows, 0, rows, WIDTH, WIDTH);
    rows[3] = (float) (mean + 20);
    rows[WIDTH + 3] = (float) (mean - 20);
    float[] scores = run(score, rows, "score");
    float[] parts = run(score, rows, "parts");
    assertThat(scores[0]).isCloseTo(scores[1], within(0.01f)).isGreaterThan(20);
    assertThat(parts[1]).isPositive();
    assertThat(parts[4]).isNegative();
  }

  @Test
  void othersSurpriseFromAboveAlone() {
    float[] training = statistics(1);
    WitnessScore score = WitnessScore.fit(WITNESSES, training);
    float[] row = Arrays.copyOf(training, WIDTH);
    row[0] = -1000;
    row[4] = -1000;
    float[] parts = run(score, row, "parts");
    assertThat(parts[0]).isCloseTo(0, within(1e-6f));
    assertThat(parts[2]).isCloseTo(0, within(1e-6f));
  }

  /** As of a network that brings its features to length one itself. */
  @Test
  void roundingErrorsAreNoTestimony() {
    float[] training = statistics(1);
    Random random = new Random(7);
    for (int i = 0; i < ROWS; i++) {
      training[i * WIDTH + 3] = 1e-7f * random.nextInt(3);
    }
    WitnessScore score = WitnessScore.fit(WITNESSES, training);
    float[] row = Arrays.copyOf(training, WIDTH);
    row[3] = 0;
    float exact = run(score, row, "score")[0];
    row[3] = 1e-6f;
    assertThat(run(score, row, "score")[0]).isCloseTo(exact, within(1e-3f));
    row[3] = 1;
    assertThat(run(score, row, "score")[0]).isGreaterThan(exact + 10);
  }
}
