package dev.stranger.train.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Calibration;
import dev.stranger.Reasons;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.EnergyScore;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.ScoreModel;
import dev.stranger.train.method.TestGraphs;
import dev.stranger.train.net.Loss;
import dev.stranger.train.onnx.OnnxGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class NeighbourScoreTest {

  private static final int WIDTH = 4;
  private static final Statistics STATISTICS = new Statistics(Loss.SQUARED, Shape.of(3));

  /** Sees the first two of three columns, which vary by 4 and 1. */
  private record Plane() implements ModelGraph {

    @Override
    public List<String> energies() {
      return List.of("kpca_error");
    }

    @Override
    public Outputs write(OnnxGraph graph, String x) {
      String onPlane = graph.mul(x, graph.constant(new float[] {1, 1, 0}, 3));
      String kpcaError = graph.squaredNorm(graph.sub(x, onPlane));
      String energy = graph.rowSum(graph.mul(x, onPlane));
      String statistics = STATISTICS.write(graph, kpcaError, energy, onPlane, onPlane, x);
      String place = graph.mul(graph.slice(x, 1, 0, 2), graph.constant(new float[] {0.5f, 1}, 2));
      return new Outputs(
          List.of(kpcaError),
          null,
          NeighbourScore.outputs(statistics, STATISTICS.count(), place, 2));
    }

    @Override
    public Map<String, Object> facts() {
      return Map.of();
    }
  }

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
  void errorsOfPicturesAndSeriesCountByTheirRatiosAndThoseOfRowsByDifferences() {
    assertThat(offset(Loss.SQUARED_IN_UNIT, Shape.of(1, 8, 8))).isLessThan(1e-5f);
    assertThat(offset(Loss.SQUARED, Shape.of(1, 64))).isEqualTo(0.1f);
    assertThat(offset(Loss.SQUARED, Shape.of(64))).isEqualTo(10);
  }

  private static float offset(Loss loss, Shape shape) {
    return new Statistics(loss, shape).logarithmOffset();
  }

  @Test
  void correlatedStatisticsAreSpreadAndConstantsStay() {
    float[] rows = rows(1000, 1);
    float[] coordinates = StatisticSpace.fit(rows, WIDTH, WIDTH, 1e-6f, 3).coordinates(rows);
    double[] variances = new double[WIDTH];
    double together = 0;
    for (int i = 0; i < coordinates.length; i++) {
      variances[i % WIDTH] += coordinates[i] * coordinates[i] / 1000;
      together += i % WIDTH == 0 ? coordinates[i] * coordinates[i + 1] / 1000 : 0;
    }
    // Shrinkage leaves some correlation between those that go together.
    assertThat(variances[0]).isBetween(0.5, 0.8);
    assertThat(variances[1]).isBetween(0.5, 0.8);
    assertThat(together).isBetween(0.4, 0.7);
    assertThat(variances[2]).isBetween(0.95, 1.05);
    assertThat(variances[3]).isLessThan(1e-3);
  }

  /** The same rows as single statistics and, ten times as scattered or not, as bands. */
  @Test
  void bandsScatterHalfAsFarAsSingleStatistics() {
    Random random = new Random(5);
    int width = WIDTH + 2;
    float[] rows = new float[width * 500];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) Math.exp((i % width < WIDTH ? 1 : 10) * random.nextGaussian());
    }
    float[] all = StatisticSpace.fit(rows, WIDTH, width, 1e-6f, 3).coordinates(rows);
    DMatrixRMaj single = new DMatrixRMaj(500, WIDTH);
    DMatrixRMaj bands = new DMatrixRMaj(500, 2);
    for (int i = 0; i < all.length; i++) {
      if (i % width < WIDTH) {
        single.set(i / width, i % width, all[i]);
      } else {
        bands.set(i / width, i % width - WIDTH, all[i]);
      }
    }
    assertThat(Scatter.of(bands, 3))
        .isCloseTo(Scatter.of(single, 3) / 2, Percentage.withPercentage(0.01));
  }

  /** The graph against the definition, on a detector whose statistics are known. */
  @Test
  void theGraphFindsTheMeanDistanceToTheNeighboursAndItsParts() {
    DetectorGraph graph = new DetectorGraph(new Plane(), null, Shape.of(3));
    Random random = new Random(3);
    float[] samples = new float[3 * 300];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (float) random.nextGaussian();
    }
    NeighbourScore score;
    try (Detector detector = open(graph, new EnergyScore(0, "kpca error"))) {
      score =
          NeighbourScore.fit(
              STATISTICS.groups(),
              detector.statistics(samples, 300),
              detector.coordinates(samples, 300),
              0.5f,
              3);
    }
    try (Detector detector = open(graph, score)) {
      for (int i = 0; i < 50; i++) {
        float[] sample = {i / 10f, 1 - i / 20f, 0.3f * i};
        float[] statistics = detector.statistics(sample, 1);
        Reasons reasons = detector.explain(sample).reasons();
        assertThat(detector.coordinates(sample, 1)).containsExactly(sample[0] / 2, sample[1]);
        double expected = meanDistance(score, statistics, sample[0] / 2, sample[1]);
        assertThat((double) detector.judge(sample).score())
            .as("sample %d", i)
            .isCloseTo(expected, Percentage.withPercentage(0.01));
        assertThat(reasons.parts()).hasSize(WIDTH + 1);
        assertThat(reasons.parts().stream().mapToDouble(part -> Math.abs(part.amount())).sum())
            .as("parts of sample %d", i)
            .isCloseTo(expected, Percentage.withPercentage(0.01));
        requireSigns(score, statistics, reasons);
      }
    }
  }

  private static void requireSigns(NeighbourScore score, float[] statistics, Reasons reasons) {
    StatisticSpace space = score.space();
    for (int i = 0; i < WIDTH; i++) {
      double logarithm = Math.log(statistics[i] / space.scale()[i] + space.offset());
      assertThat(reasons.isLow(reasons.parts().get(i)))
          .as(score.parts().get(i))
          .isEqualTo(logarithm < space.mean()[i]);
    }
  }

  private static double meanDistance(NeighbourScore score, float[] statistics, float a, float b) {
    float[] point = Arrays.copyOf(score.space().coordinates(statistics), WIDTH + 2);
    double length = Math.sqrt((a * a + b * b) / 2 + NeighbourScore.NO_DIRECTION);
    point[WIDTH] = (float) (NeighbourScore.DIRECTION_WEIGHT * a / length);
    point[WIDTH + 1] = (float) (NeighbourScore.DIRECTION_WEIGHT * b / length);
    float[] points = score.reference().points();
    double[] distances = new double[score.reference().count()];
    for (int i = 0; i < points.length; i++) {
      double way = points[i] - point[i % point.length];
      distances[i / point.length] += way * way;
    }
    return Arrays.stream(distances)
        .sorted()
        .limit(score.reference().neighbours())
        .map(Math::sqrt)
        .average()
        .orElseThrow();
  }

  private static Detector open(DetectorGraph graph, ScoreModel score) {
    return TestGraphs.open(graph, score, Calibration.of(1), 0.5);
  }
}
