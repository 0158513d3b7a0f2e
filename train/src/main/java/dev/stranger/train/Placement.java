package dev.stranger.train;

import dev.stranger.score.Engine;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;

/**
 * Where a model sees samples, row after row.
 *
 * @param rows how many samples
 * @param statistics of each
 * @param coordinates of each in the subspace
 */
record Placement(int rows, float[] statistics, float[] coordinates) {

  private static final String STATISTICS = "statistics";
  private static final String COORDINATES = "coordinates";

  /** Of the largest number of a column: more than rounding makes, less than coarse products. */
  private static final double LARGEST_DIFFERENCE = 1e-3;

  /** Samples one after another, so many from a place on. */
  interface Source {
    float[] samples(int from, int count);
  }

  /**
   * @param most samples at a time, if the engine takes as many
   */
  static Placement of(Engine engine, Source source, int count, int most) {
    int batch = Math.min(most, engine.batchSize());
    FloatBuffer statistics = FloatBuffer.allocate(count * width(engine, STATISTICS));
    FloatBuffer coordinates = FloatBuffer.allocate(count * width(engine, COORDINATES));
    for (int from = 0; from < count; from += batch) {
      int some = Math.min(batch, count - from);
      Map<String, float[]> found =
          engine.run(
              FloatBuffer.wrap(source.samples(from, some)), some, Set.of(STATISTICS, COORDINATES));
      statistics.put(found.get(STATISTICS));
      coordinates.put(found.get(COORDINATES));
    }
    return new Placement(count, statistics.array(), coordinates.array());
  }

  private static int width(Engine engine, String output) {
    return (int) engine.facts().outputs().get(output)[1];
  }

  /** Whether two engines see the same, but for rounding. */
  boolean isCloseTo(Placement other) {
    return isClose(statistics, other.statistics) && isClose(coordinates, other.coordinates);
  }

  private boolean isClose(float[] some, float[] others) {
    int width = others.length / rows;
    for (int column = 0; column < width; column++) {
      double largest = 0;
      double difference = 0;
      for (int i = column; i < others.length; i += width) {
        largest = Math.max(largest, Math.abs(others[i]));
        difference = Math.max(difference, Math.abs(some[i] - others[i]));
      }
      if (!(difference <= LARGEST_DIFFERENCE * largest)) { // also when one is not a number
        return false;
      }
    }
    return true;
  }
}
