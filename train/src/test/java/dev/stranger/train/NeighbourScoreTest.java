package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Calibration;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import dev.stranger.train.net.TestNetworks;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class NeighbourScoreTest {

  private static final int WIDTH = 4;

  /** Statistics of which two go together, one varies on its own and one is constant. */
  private static float[] rows(int count, long seed) {
    Random random = new Random(seed);
    float[] rows = new float[count * WIDTH];
    for (int i = 0; i < count; i++) {
      double common = random.nextGaussian();
      rows[WIDTH * i] = (float) Math.exp(common);
      rows[WIDTH * i + 1] = (float) Math.exp(2 + common + 0.1 * random.nextGaussian());
      rows[WIDTH * i + 2] = (float) Math.exp(3 + random.nextGaussian());
      rows[WIDTH * i + 3] = 4;
    }
    return rows;
  }

  @Test
  void correlatedReferencesAreSpreadAndConstantsStay() {
    NeighbourScore score = NeighbourScore.fit(rows(1000, 1), WIDTH, 1e-6f);
    double[] variances = new double[WIDTH];
    for (int i = 0; i < score.reference().length; i++) {
      variances[i % WIDTH] += score.reference()[i] * score.reference()[i] / 1000;
    }
    Arrays.sort(variances);
    // A constant column; the difference of two columns that go together, kept smaller by the
    // shrinkage; a column of its own; and the sum of the two.
    assertThat(variances[0]).isLessThan(1e-3);
    assertThat(variances[1]).isBetween(0.005, 0.1);
    assertThat(variances[2]).isBetween(0.95, 1.05);
    assertThat(variances[3]).isBetween(1.1, 1.3);
    assertThat(score.neighbours()).isEqualTo(3);
  }

  /** The graph against the definition, on a detector whose statistics are known. */
  @Test
  void theGraphFindsTheDistanceToTheNeighbour() {
    FeatureSpace space = new FeatureSpace(new float[3], new float[] {1, 0, 0}, new double[] {1});
    DetectorGraph graph =
        new DetectorGraph(
            TestNetworks.identity(Compute.on("cpu"), 3),
            space,
            null,
            Loss.SQUARED,
            100,
            Shape.of(3));
    Random random = new Random(3);
    float[] samples = new float[3 * 300];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (float) random.nextGaussian();
    }
    float[] statistics;
    try (Detector detector = open(graph, ScoreModel.KPCA_ERROR)) {
      statistics = detector.statistics(samples, 300);
    }
    NeighbourScore score = NeighbourScore.fit(statistics, WIDTH, 0.5f);
    try (Detector detector = open(graph, score)) {
      for (int i = 0; i < 50; i++) {
        float[] sample = {i / 10f, 1 - i / 20f, 0.3f * i};
        double expected = distance(score, detector.statistics(sample, 1));
        assertThat((double) detector.judge(sample).score())
            .as("sample %d", i)
            .isCloseTo(expected, Percentage.withPercentage(0.01));
      }
    }
  }

  private static double distance(NeighbourScore score, float[] statistics) {
    double[] point = new double[WIDTH];
    for (int column = 0; column < WIDTH; column++) {
      for (int row = 0; row < WIDTH; row++) {
        double logarithm = Math.log(statistics[row] / score.scale()[row] + score.offset());
        point[column] += (logarithm - score.mean()[row]) * score.whitening()[row * WIDTH + column];
      }
    }
    double[] distances = new double[score.reference().length / WIDTH];
    for (int i = 0; i < score.reference().length; i++) {
      double way = score.reference()[i] - point[i % WIDTH];
      distances[i / WIDTH] += way * way;
    }
    Arrays.sort(distances);
    return Math.sqrt(distances[score.neighbours() - 1]);
  }

  private static Detector open(DetectorGraph graph, ScoreModel score) {
    return DetectorGraphTest.open(graph, score, Calibration.of(1));
  }
}
