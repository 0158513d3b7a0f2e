package dev.stranger.data.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class PolygonCoverageTest {

  private static final int WIDTH = 12;
  private static final int HEIGHT = 9;

  private final PolygonCoverage coverage = new PolygonCoverage(WIDTH, HEIGHT);

  @Test
  void coverageOfAPolygonIsItsArea() {
    for (long seed = 0; seed < 500; seed++) {
      Polygon polygon = starAroundTheMiddle(seed);
      assertThat(Arrays.stream(coverageOf(polygon)).sum())
          .as("seed %d", seed)
          .isCloseTo(shoelace(polygon), within(1e-9));
    }
  }

  @Test
  void coverageOfEveryPixelIsWhatSupersamplingFinds() {
    int side = 64;
    for (long seed = 0; seed < 20; seed++) {
      Polygon polygon = starAroundTheMiddle(seed);
      double[] exact = coverageOf(polygon);
      for (int pixel = 0; pixel < exact.length; pixel++) {
        assertThat(exact[pixel])
            .as("pixel %d, seed %d", pixel, seed)
            .isCloseTo(supersampled(polygon, pixel % WIDTH, pixel / WIDTH, side), within(0.02));
      }
    }
  }

  @Test
  void directionOfTheOutlineDoesNotMatter() {
    Polygon clockwise = rectangle(2.25, 1.5, 7.75, 4);
    Polygon counterClockwise =
        new Polygon(reversed(clockwise.x().clone()), reversed(clockwise.y().clone()));
    assertThat(coverageOf(counterClockwise)).containsExactly(coverageOf(clockwise), within(1e-12));
  }

  @Test
  void wholeCanvasCanBeCovered() {
    assertThat(coverageOf(rectangle(0, 0, WIDTH, HEIGHT))).containsOnly(1);
  }

  @Test
  void partsEnclosedTwiceCountOnce() {
    Polygon twice =
        new Polygon(new double[] {1, 3, 3, 1, 1, 3, 3, 1}, new double[] {1, 1, 3, 3, 1, 1, 3, 3});
    assertThat(coverageOf(twice)).containsExactly(coverageOf(rectangle(1, 1, 3, 3)));
  }

  @Test
  void polygonLeavesNoTraceInTheNext() {
    double[] first = coverageOf(rectangle(5, 5, 6, 6));
    coverageOf(rectangle(0.1, 0.2, 11.3, 8.7));
    assertThat(coverageOf(rectangle(5, 5, 6, 6))).containsExactly(first);
  }

  @Test
  void polygonOutsideOfTheCanvasIsRefused() {
    assertThatThrownBy(() -> coverageOf(rectangle(3, -0.5, 4, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outside of the canvas of 12x9");
  }

  private double[] coverageOf(Polygon polygon) {
    double[] pixels = new double[WIDTH * HEIGHT];
    coverage.of(polygon, (column, row, covered) -> pixels[row * WIDTH + column] = covered);
    return pixels;
  }

  private static Polygon rectangle(double left, double top, double right, double bottom) {
    return new Polygon(
        new double[] {left, right, right, left}, new double[] {top, top, bottom, bottom});
  }

  /** Corners at growing angles and random distances: any shape that does not cross itself. */
  private static Polygon starAroundTheMiddle(long seed) {
    UniformRandomProvider random = new RandomStreams(seed, 0).at(0);
    int corners = 4 + random.nextInt(10);
    Polygon polygon = new Polygon(new double[corners], new double[corners]);
    for (int i = 0; i < corners; i++) {
      double angle = 2 * Math.PI * (i + random.nextDouble()) / corners;
      double radius = random.nextDouble(0.5, 4.5);
      polygon.x()[i] = 6 + radius * Math.cos(angle);
      polygon.y()[i] = 4.5 + radius * Math.sin(angle);
    }
    return polygon;
  }

  private static double shoelace(Polygon polygon) {
    double[] x = polygon.x();
    double[] y = polygon.y();
    double area = 0;
    for (int i = 0, last = x.length - 1; i < x.length; last = i++) {
      area += (x[last] * y[i] - x[i] * y[last]) / 2;
    }
    return Math.abs(area);
  }

  private static double supersampled(Polygon polygon, int column, int row, int side) {
    int inside = 0;
    for (int i = 0; i < side * side; i++) {
      double x = column + (i % side + 0.5) / side;
      double y = row + (i / side + 0.5) / side;
      inside += contains(polygon, x, y) ? 1 : 0;
    }
    return inside / (double) (side * side);
  }

  /** Whether a ray to the right crosses the outline an odd number of times. */
  private static boolean contains(Polygon polygon, double px, double py) {
    double[] x = polygon.x();
    double[] y = polygon.y();
    boolean inside = false;
    for (int i = 0, last = x.length - 1; i < x.length; last = i++) {
      if (y[i] > py != y[last] > py
          && px < x[i] + (py - y[i]) / (y[last] - y[i]) * (x[last] - x[i])) {
        inside = !inside;
      }
    }
    return inside;
  }

  private static double[] reversed(double[] values) {
    for (int i = 0, j = values.length - 1; i < j; i++, j--) {
      double value = values[i];
      values[i] = values[j];
      values[j] = value;
    }
    return values;
  }
}
