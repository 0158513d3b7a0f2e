package dev.stranger.score;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of a graph before it runs: its inputs and outputs that are tensors of floats, in
 * their order.
 *
 * @param properties the metadata of its file
 * @param inputs the dimensions of each, the batch first; that one has no meaning. The arrays are
 *     not copied
 * @param outputs the same of what it computes
 */
public record GraphFacts(
    Map<String, String> properties, Map<String, long[]> inputs, Map<String, long[]> outputs) {

  public GraphFacts {
    properties = Map.copyOf(properties);
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }
}
