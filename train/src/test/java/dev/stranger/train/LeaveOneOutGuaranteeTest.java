package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.method.JointGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule of docs/guarantees.md with scores that need no training, over many small sets. */
class LeaveOneOutGuaranteeTest {

  private static final int SETS = 4000;

  /** Learns from numbers, and says how strange another one is. */
  private interface Model {
    double score(double[] learntFrom, double x);
  }

  /** The mean distance to all, in units of their spread. */
  private static double smooth(double[] from, double x) {
    double mean = Arrays.stream(from).average().orElseThrow();
    double spread = Arrays.stream(from).map(v -> Math.abs(v - mean)).average().orElseThrow();
    return Math.abs(x - mean) / (spread + 1e-9);
  }

  /** Whole numbers, so that many scores are equal. */
  private static double coarse(double[] from, double x) {
    return Math.floor(2 * smooth(from, x));
  }

  /** One sample more or less makes another model. */
  private static double unstable(double[] from, double x) {
    double sum = Arrays.stream(from).sum();
    double turn = 10 * (sum - Math.floor(sum));
    return Math.cos(turn) * x + Math.sin(turn) * x * x;
  }

  private static Model model(String name) {
    return switch (name) {
      case "smooth" -> LeaveOneOutGuaranteeTest::smooth;
      case "coarse" -> LeaveOneOutGuaranteeTest::coarse;
      default -> LeaveOneOutGuaranteeTest::unstable;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "smooth, 30, 19, 0.05", "smooth, 19, 19, 0.05", "smooth, 70, 19, 0.15", "smooth, 40, 9, 0.1",
    "smooth, 60, 59, 0.05", "coarse, 30, 19, 0.05", "coarse, 30, 19, 0.15",
        "unstable, 30, 19, 0.05",
    "unstable, 30, 19, 0.15", "unstable, 12, 9, 0.3"
  })
  void normalSamplesAreFlaggedNoMoreOftenThanGuaranteed(
      String name, int size, int models, double rate) {
    Random random = new Random(size * 31L + models);
    int flagged = 0;
    for (int set = 0; set < SETS; set++) {
      double[] samples = random.doubles(size + 1).map(u -> Math.log(u / (1 - u))).toArray();
      double x = samples[size];
      flagged += pValue(model(name), Arrays.copyOf(samples, size), models, x) <= rate ? 1 : 0;
    }
    double chance = 4 * Math.sqrt(rate * (1 - rate) / SETS);
    assertThat(flagged / (double) SETS)
        .as("%s, %d samples, %d models", name, size, models)
        .isLessThan(rate + chance);
  }

  private static double pValue(Model model, double[] samples, int models, double x) {
    int notStranger = 0;
    for (int out = 0; out < models; out++) {
      double[] others = new double[samples.length - 1];
      System.arraycopy(samples, 0, others, 0, out);
      System.arraycopy(samples, out + 1, others, out, others.length - out);
      notStranger += model.score(others, samples[out]) >= model.score(others, x) ? 1 : 0;
    }
    return Math.min(1, (2.0 * notStranger + 1) / (models + 1)) - 1e-12;
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "9", "19", "20"})
  void heldOutScoresOfTheFileAreTheUpperHalfTwice(int models) {
    float[] scores = new float[models];
    Random random = new Random(models);
    for (int i = 0; i < models; i++) {
      scores[i] = random.nextFloat();
    }
    JointGraph graph = new JointGraph(List.of(), scores);
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    for (int above = 0; above < models; above++) {
      float between = Math.nextUp(sorted[models - 1 - above]);
      assertThat(graph.calibration(scores).pValue(between))
          .isEqualTo(Math.min(1, (2 * above + 1) / (models + 1f)));
    }
  }
}
