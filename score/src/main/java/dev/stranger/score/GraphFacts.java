package dev.stranger.score;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of a graph before it runs. Inputs and outputs keep their order.
 *
 * @param properties the metadata of its file
 * @param inputs the dimensions of each, the batch first; that one has no meaning
 * @param outputs the same of what it computes
 */
public record GraphFacts(
    Map<String, String> properties, Map<String, long[]> inputs, Map<String, long[]> outputs) {

  private static final long MOST_ON_GPU = 4096;
  private static final long VALUES_ON_GPU = 1 << 22;

  public GraphFacts {
    properties = Map.copyOf(properties);
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /** How many samples a GPU takes at a time: fewer of large ones, which need more memory. */
  public int gpuBatch() {
    long[] dimensions = inputs.values().iterator().next();
    long size = Arrays.stream(dimensions).skip(1).reduce(1, (a, b) -> a * b);
    return (int) Math.max(1, Math.min(MOST_ON_GPU, VALUES_ON_GPU / size));
  }
}
