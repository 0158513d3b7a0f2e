package dev.stranger.train.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ValueSpaceTest {

  private static final int WIDTH = 4;
  private static final int ROWS = 300;

  /** Two columns that go together, one on its own, and one with a heavy tail. */
  private static float[] rows(int count, long seed) {
    Random random = new Random(seed);
    float[] rows = new float[count * WIDTH];
    for (int row = 0; row < count; row++) {
      double common = random.nextGaussian();
      rows[row * WIDTH] = (float) common;
      rows[row * WIDTH + 1] = (float) (common + 0.2 * random.nextGaussian());
      rows[row * WIDTH + 2] = (float) random.nextGaussian();
      rows[row * WIDTH + 3] = (float) Math.exp(2.5 * random.nextGaussian());
    }
    return rows;
  }

  /** All distances of samples, one after another. */
  private static float[] distances(ValueSpace space, float[] samples) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", WIDTH);
    graph.output("y", graph.concat(space.writeDistances(graph, x)), space.names().size());
    return OnnxRun.of(graph, "y", samples, samples.length / WIDTH, WIDTH);
  }

  private static double square(float[] a, int from, float[] b, int to) {
    double sum = 0;
    for (int i = 0; i < WIDTH; i++) {
      sum += (a[from + i] - b[to + i]) * (a[from + i] - b[to + i]);
    }
    return sum;
  }

  private static double[] squares(float[] point, float[] points) {
    double[] squares = new double[points.length / WIDTH];
    Arrays.setAll(squares, i -> square(point, 0, points, i * WIDTH));
    return squares;
  }

  private static double mean(double[] squares, int count) {
    return Arrays.stream(squares).sorted().limit(count).map(Math::sqrt).average().orElseThrow();
  }

  @Test
  void theGraphFindsTheDensityAndTheWhitenedDistance() {
    ValueSpace space = ValueSpace.fit(rows(ROWS, 1), WIDTH);
    float[] samples = rows(50, 2);
    float[] found = distances(space, samples);
    for (int row = 0; row < 50; row++) {
      float[] bent = new float[WIDTH];
      float[] turned = new float[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        bent[i] = ValueSpace.bent(samples[row * WIDTH + i]);
        for (int j = 0; j < WIDTH; j++) {
          turned[j] += bent[i] * space.whitening()[i * WIDTH + j];
        }
      }
      double[] squares = squares(bent, space.points().points());
      double unit = 2 * space.bandwidth() * space.bandwidth();
      double density = Arrays.stream(squares).map(s -> Math.exp(-s / unit)).average().orElseThrow();
      double[] whitened = squares(turned, space.whitened().points());
      assertThat((double) found[row * 2])
          .as("density at row %d", row)
          .isCloseTo(-unit * Math.log(density), Offset.offset(1e-3));
      assertThat((double) found[row * 2 + 1])
          .as("whitened distance of row %d", row)
          .isCloseTo(mean(whitened, 10), Percentage.withPercentage(0.01));
    }
  }

  @Test
  void distancesDoNotDependOnTheOtherSamplesOfABatch() {
    ValueSpace space = ValueSpace.fit(rows(ROWS, 5), WIDTH);
    float[] samples = rows(40, 6);
    float[] together = distances(space, samples);
    for (int row = 0; row < 40; row++) {
      float[] one = Arrays.copyOfRange(samples, row * WIDTH, (row + 1) * WIDTH);
      float[] alone = distances(space, one);
      for (int i = 0; i < alone.length; i++) {
        assertThat(together[row * alone.length + i])
            .isCloseTo(alone[i], Percentage.withPercentage(0.01));
      }
    }
  }

  @Test
  void distancesGrowWithoutEndAndStayFinite() {
    ValueSpace space = ValueSpace.fit(rows(ROWS, 7), WIDTH);
    float[] before = new float[2];
    for (float far : new float[] {10, 100, 1e4f, 1e6f}) {
      float[] sample = new float[WIDTH];
      Arrays.fill(sample, far);
      float[] found = distances(space, sample);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i]).as("distance %d at %s", i, far).isFinite().isGreaterThan(before[i]);
      }
      before = found;
    }
  }

  @Test
  void whatBreaksARelationIsFarWhereColumnsAreWhitened() {
    ValueSpace space = ValueSpace.fit(rows(ROWS, 8), WIDTH);
    float[] keeps = {1.2f, 1.2f, 0, 1};
    float[] breaks = {1.2f, -1.2f, 0, 1};
    assertThat(distances(space, breaks)[1]).isGreaterThan(2 * distances(space, keeps)[1]);
  }

  /** Columns in pairs of the same value, but for some noise. */
  private static float[] pairs(int count, int width, long seed) {
    Random random = new Random(seed);
    float[] rows = new float[count * width];
    for (int i = 0; i < rows.length; i += 2) {
      rows[i] = (float) random.nextGaussian();
      rows[i + 1] = rows[i] + (float) (0.1 * random.nextGaussian());
    }
    return rows;
  }

  @Test
  void relationsAreBelievedMoreWhereThereAreFewerRowsThanColumns() {
    double narrow = ofRelation(ValueSpace.fit(pairs(61, 60, 14), 60));
    double wide = ofRelation(ValueSpace.fit(pairs(60, 60, 14), 60));
    assertThat(wide).isGreaterThan(1.3 * narrow);
  }

  /** How much longer a way gets that breaks the relation between the first two columns. */
  private static double ofRelation(ValueSpace space) {
    double squares = 0;
    for (int column = 0; column < 60; column++) {
      double way = space.whitening()[column] - space.whitening()[60 + column];
      squares += way * way;
    }
    return Math.sqrt(squares / 2);
  }

  @Test
  void valuesCountAsTheyAreNearTheMeanAndByTheirLogarithmInTheTails() {
    assertThat(ValueSpace.bent(0.1f)).isCloseTo(0.1f, Percentage.withPercentage(0.1));
    assertThat(ValueSpace.bent(-0.1f)).isEqualTo(-ValueSpace.bent(0.1f));
    assertThat(ValueSpace.bent(2e6f) - ValueSpace.bent(1e6f))
        .isCloseTo((float) (3 * Math.log(2)), Offset.offset(1e-3f));
  }

  @Test
  void thereIsNoWhiteningOfThousandsOfColumns() {
    Random random = new Random(13);
    float[] rows = new float[5 * 3000];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    ValueSpace space = ValueSpace.fit(rows, 3000);
    assertThat(space.names()).hasSize(1);
    assertThat(space.testimonies()).hasSize(1);
  }

  @Test
  void copiesOfARowAreNoReasonForADensityWithoutWidth() {
    float[] rows = new float[100 * WIDTH];
    float[] some = rows(10, 10);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = some[i % some.length];
    }
    float[] found = distances(ValueSpace.fit(rows, WIDTH), rows(5, 11));
    for (float distance : found) {
      assertThat(distance).isFinite().isNotNegative();
    }
  }

  @Test
  void aTestimonyIsTheSameInAGraph() {
    double[] distances = new Random(12).doubles(100, 0.5, 3).toArray();
    Testimony testimony = Testimony.of(distances);
    OnnxGraph graph = new OnnxGraph();
    graph.output("y", testimony.writeSurprise(graph, graph.input("x", 1)), 1);
    float[] asked = {0, 0.1f, 1, 2, 5, 100, 1e6f};
    float[] found = OnnxRun.of(graph, "y", asked, asked.length, 1);
    for (int i = 0; i < asked.length; i++) {
      assertThat((double) found[i]).isCloseTo(testimony.surprise(asked[i]), Offset.offset(1e-3));
      assertThat(i == 0 || found[i] > found[i - 1]).as("more than a nearer one").isTrue();
    }
  }
}
