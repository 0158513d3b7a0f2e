package dev.stranger.train;

import dev.stranger.score.Engine;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What an engine says of samples.
 *
 * @param rows how many samples
 * @param outputs by name, row after row
 */
record Placement(int rows, Map<String, float[]> outputs) {

  /** Of the largest number of a column: more than rounding makes, less than coarse products. */
  private static final double LARGEST_DIFFERENCE = 1e-3;

  /** Samples one after another, so many from a place on. */
  interface Source {
    float[] samples(int from, int count);
  }

  /**
   * @param most samples at a time, if the engine takes as many
   */
  static Placement of(Engine engine, Set<String> names, Source source, int count, int most) {
    int batch = Math.min(most, engine.batchSize());
    Map<String, FloatBuffer> outputs =
        names.stream()
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    name -> FloatBuffer.allocate(count * width(engine, name))));
    for (int from = 0; from < count; from += batch) {
      int some = Math.min(batch, count - from);
      engine
          .run(FloatBuffer.wrap(source.samples(from, some)), some, names)
          .forEach((name, values) -> outputs.get(name).put(values));
    }
    return new Placement(
        count,
        outputs.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().array())));
  }

  private static int width(Engine engine, String output) {
    return (int) engine.facts().outputs().get(output)[1];
  }

  /** Whether two engines see the same, but for rounding. */
  boolean isCloseTo(Placement other) {
    return outputs.entrySet().stream()
        .allMatch(output -> isClose(output.getValue(), other.outputs.get(output.getKey())));
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
