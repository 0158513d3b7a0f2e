package dev.stranger.train.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.train.onnx.OnnxGraph;
import dev.stranger.train.onnx.OnnxRun;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NearestPointsTest {

  private static final int WIDTH = 7;
  private static final int SAMPLES = 20;

  private static float[] points(int count, long seed) {
    Random random = new Random(seed);
    float[] points = new float[count * WIDTH];
    for (int i = 0; i < points.length; i++) {
      points[i] = 3 + (float) random.nextGaussian(); // norms that matter
    }
    return points;
  }

  private static double squaredDistance(float[] samples, int sample, float[] points, int point) {
    double sum = 0;
    for (int i = 0; i < WIDTH; i++) {
      double way = samples[sample * WIDTH + i] - points[point * WIDTH + i];
      sum += way * way;
    }
    return sum;
  }

  /** From a sample to each point, the nearest first. */
  private static double[] squaredDistances(float[] samples, int sample, float[] points) {
    double[] distances = new double[points.length / WIDTH];
    Arrays.setAll(distances, point -> squaredDistance(samples, sample, points, point));
    Arrays.sort(distances);
    return distances;
  }

  @Test
  void theNearestPointsAreFoundNearestFirst() {
    float[] points = points(500, 1);
    float[] samples = points(SAMPLES, 2);
    OnnxGraph graph = new OnnxGraph();
    String ways = new NearestPoints(points, WIDTH, 5).writeWays(graph, graph.input("x", WIDTH));
    graph.output("y", ways, 5, WIDTH);
    float[] found = OnnxRun.of(graph, "y", samples, SAMPLES, WIDTH);
    float[] origin = new float[WIDTH];
    for (int sample = 0; sample < SAMPLES; sample++) {
      double[] expected = squaredDistances(samples, sample, points);
      for (int i = 0; i < 5; i++) {
        assertThat(squaredDistance(found, sample * 5 + i, origin, 0))
            .as("neighbour %d of sample %d", i, sample)
            .isCloseTo(expected[i], Offset.offset(1e-4));
      }
    }
  }

  @Test
  void squaredDistancesHaveTheNormsOfBothEnds() {
    float[] points = points(50, 3);
    float[] samples = points(SAMPLES, 4);
    OnnxGraph graph = new OnnxGraph();
    NearestPoints nearest = new NearestPoints(points, WIDTH, 1);
    graph.output("y", nearest.squaredDistances(graph, graph.input("x", WIDTH)), 50);
    float[] found = OnnxRun.of(graph, "y", samples, SAMPLES, WIDTH);
    for (int i = 0; i < found.length; i++) {
      assertThat((double) found[i])
          .isCloseTo(squaredDistance(samples, i / 50, points, i % 50), Offset.offset(1e-3));
    }
  }

  @Test
  void theFileHoldsThePointsOnce() {
    OnnxGraph graph = new OnnxGraph();
    float[] points = points(2000, 5);
    new NearestPoints(points, WIDTH, 3).writeWays(graph, graph.input("x", WIDTH));
    int bytes = Float.BYTES * (points.length + 2000); // and the norms
    assertThat(graph.toModel("test", Map.of()).length).isBetween(bytes, bytes + 1000);
  }
}
