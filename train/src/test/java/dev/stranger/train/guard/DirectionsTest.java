package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link MainDirections}, {@link DirectionSpace} and {@link DirectionNeighbours}. */
class DirectionsTest {

  /** Positive features as behind a ReLU, around some centres, of different lengths. */
  private static DMatrixRMaj features(int rows, int width, long seed) {
    Random centres = new Random(3);
    double[][] of = new double[4][width];
    for (double[] centre : of) {
      Arrays.setAll(centre, i -> Math.max(0, centres.nextGaussian()));
    }
    Random random = new Random(seed);
    DMatrixRMaj features = new DMatrixRMaj(rows, width);
    for (int i = 0; i < rows; i++) {
      double length = Math.exp(0.3 * random.nextGaussian());
      for (int k = 0; k < width; k++) {
        double value = of[i % 4][k] + 0.2 * random.nextGaussian();
        features.data[i * width + k] = (float) (length * Math.max(0, value));
      }
    }
    return features;
  }

  private static float[] floats(DMatrixRMaj matrix) {
    float[] floats = new float[matrix.data.length];
    IntStream.range(0, floats.length).forEach(i -> floats[i] = (float) matrix.data[i]);
    return floats;
  }

  @Test
  void mainDirectionsAreThoseOfTheCovariance() {
    int width = 40;
    Random random = new Random(5);
    double[] deviations = {10, 6, 3};
    DMatrixRMaj rows = new DMatrixRMaj(4000, width);
    for (int i = 0; i < rows.numRows; i++) {
      for (int k = 0; k < width; k++) {
        double along = k < 3 ? deviations[k] : 0.1;
        rows.set(i, k, 7 + along * random.nextGaussian());
      }
    }
    rotate(rows);
    MainDirections main = MainDirections.of(rows, 1);
    assertThat(main.count()).isEqualTo(2); // 136 of 145
    assertThat(Math.abs(main.directions().get(0, 0) + main.directions().get(1, 0)))
        .isCloseTo(Math.sqrt(2), within(0.02));
    assertThat(Math.abs(main.directions().get(0, 1) - main.directions().get(1, 1)))
        .isCloseTo(Math.sqrt(2), within(0.02));
    assertThat(main.outside()).isCloseTo(9 + 37 * 0.01, within(0.9));
    assertThat(main.mean()[20]).isCloseTo(7, within(0.02));
    assertOrthonormal(main.directions());
  }

  /** Turns the first two axes into their diagonals. */
  private static void rotate(DMatrixRMaj rows) {
    for (int i = 0; i < rows.numRows; i++) {
      double a = rows.get(i, 0);
      double b = rows.get(i, 1);
      rows.set(i, 0, (a + b) / Math.sqrt(2));
      rows.set(i, 1, (a - b) / Math.sqrt(2));
    }
  }

  private static void assertOrthonormal(DMatrixRMaj columns) {
    for (int a = 0; a < columns.numCols; a++) {
      for (int b = 0; b < columns.numCols; b++) {
        double product = 0;
        for (int i = 0; i < columns.numRows; i++) {
          product += columns.get(i, a) * columns.get(i, b);
        }
        assertThat(product).isCloseTo(a == b ? 1 : 0, within(1e-9));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 3", "3, 200", "100, 1", "100, 2", "200, 100", "2, 2"})
  void thereIsADirectionWhateverTheSize(int rows, int width) {
    MainDirections main = MainDirections.of(features(rows, width, 1), 1);
    assertThat(main.count()).isBetween(1, Math.min(rows - 1, width));
    assertOrthonormal(main.directions());
    assertThat(main.outside()).isNotNegative().isFinite();
  }

  @Test
  void rowsThatAreAllTheSameHaveADirectionToo() {
    DMatrixRMaj rows = new DMatrixRMaj(50, 4);
    Arrays.fill(rows.data, 3);
    MainDirections main = MainDirections.of(rows, 1);
    assertThat(main.count()).isEqualTo(1);
    assertThat(main.directions().data).doesNotContain(Double.NaN);
    assertThat(main.outside()).isCloseTo(0, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"2", "30", "300"})
  void graphPlacesFeaturesAsJavaDoes(int width) {
    DirectionSpace space = DirectionSpace.fit(features(500, width, 1), 1);
    DMatrixRMaj others = features(40, width, 2);
    DirectionSpace.Placed placed = space.place(others);
    OnnxGraph graph = new OnnxGraph();
    DirectionSpace.Written written = space.write(graph, graph.input("x", width));
    graph.output("squares", written.squares(), 1);
    graph.output("places", written.places(), space.count());
    graph.output("outside", written.outside(), 1);
    assertNear(run(graph, "squares", others), placed.squares(), 1e-4);
    assertNear(run(graph, "places", others), placed.places().data, 1e-5);
    assertNear(run(graph, "outside", others), placed.outside(), 1e-5);
  }

  private static float[] run(OnnxGraph graph, String output, DMatrixRMaj rows) {
    return OnnxRun.of(graph, output, floats(rows), rows.numRows, rows.numCols);
  }

  private static void assertNear(float[] found, double[] expected, double tolerance) {
    assertThat(found).hasSize(expected.length);
    for (int i = 0; i < found.length; i++) {
      assertThat((double) found[i])
          .isCloseTo(expected[i], within(tolerance * (1 + Math.abs(expected[i]))));
    }
  }

  @Test
  void placesDoNotDependOnTheLength() {
    DirectionSpace space = DirectionSpace.fit(features(500, 30, 1), 1);
    DMatrixRMaj short_ = features(40, 30, 2);
    DMatrixRMaj tenfold = short_.copy();
    IntStream.range(0, tenfold.data.length).forEach(i -> tenfold.data[i] *= 10);
    DirectionSpace.Placed one = space.place(short_);
    DirectionSpace.Placed ten = space.place(tenfold);
    assertNear(floats(ten.places()), one.places().data, 1e-6);
    for (int i = 0; i < 40; i++) {
      assertThat(ten.squares()[i]).isCloseTo(100 * one.squares()[i], within(1e-6));
      assertThat(ten.outside()[i]).isCloseTo(one.outside()[i], within(1e-9));
    }
  }

  @Test
  void featuresOfZeroHaveAPlace() {
    DirectionSpace space = DirectionSpace.fit(features(500, 30, 1), 1);
    OnnxGraph graph = new OnnxGraph();
    DirectionSpace.Written written = space.write(graph, graph.input("x", 30));
    graph.output("places", written.places(), space.count());
    for (float place : run(graph, "places", new DMatrixRMaj(1, 30))) {
      assertThat(place).isFinite();
    }
  }

  /** The mean of the smallest distances, along the main directions and outside of them. */
  private static double distance(
      DirectionSpace.Placed from, int sample, DirectionSpace.Placed to, int left, int count) {
    return IntStream.range(0, to.outside().length)
        .filter(other -> other != left)
        .mapToDouble(
            other -> {
              double square = from.outside()[sample] + to.outside()[other];
              for (int i = 0; i < from.places().numCols; i++) {
                double difference = from.places().get(sample, i) - to.places().get(other, i);
                square += difference * difference;
              }
              return Math.sqrt(square);
            })
        .sorted()
        .limit(count)
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"400, 30", "5000, 12", "10, 30"})
  void leavingOneOutIsTheDistanceToTheOthers(int rows, int width) {
    DMatrixRMaj training = features(rows, width, 1);
    DirectionSpace space = DirectionSpace.fit(training, 1);
    DirectionSpace.Placed placed = space.place(training);
    DirectionNeighbours neighbours = DirectionNeighbours.of(placed, 100_000);
    assertThat(neighbours.neighbours()).isEqualTo(Math.max(3, rows / 1250));
    int[] asked = {0, 3, rows / 2, rows - 1};
    double[] found = neighbours.leavingOneOut(asked);
    for (int i = 0; i < asked.length; i++) {
      assertThat(found[i])
          .isCloseTo(
              distance(placed, asked[i], placed, asked[i], neighbours.neighbours()), within(1e-3));
    }
  }

  @Test
  void graphFindsTheNearestTrainingSamples() {
    DMatrixRMaj training = features(600, 30, 1);
    DMatrixRMaj others = features(40, 30, 2);
    DirectionSpace space = DirectionSpace.fit(training, 1);
    DirectionSpace.Placed placed = space.place(training);
    DirectionNeighbours neighbours = DirectionNeighbours.of(placed, 400);
    OnnxGraph graph = new OnnxGraph();
    DirectionSpace.Written written = space.write(graph, graph.input("x", 30));
    graph.output("distance", neighbours.write(graph, written), 1);
    DirectionSpace.Placed first = space.place(first(training, 400));
    DirectionSpace.Placed own = space.place(others);
    float[] found = run(graph, "distance", others);
    for (int i = 0; i < 40; i++) {
      assertThat((double) found[i])
          .isCloseTo(distance(own, i, first, -1, neighbours.neighbours()), within(1e-3));
    }
  }

  private static DMatrixRMaj first(DMatrixRMaj rows, int count) {
    DMatrixRMaj some = new DMatrixRMaj(count, rows.numCols);
    System.arraycopy(rows.data, 0, some.data, 0, some.data.length);
    return some;
  }
}
