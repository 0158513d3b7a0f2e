package dev.stranger.train.method;

import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What the graph of a detector says of training samples. Asking runs the graph, which takes as long
 * as judging these samples.
 */
public interface References {

  /**
   * Outputs of the first training samples that count, {@link
   * dev.stranger.train.loop.TrainingPlan#MOST_REFERENCES} at most: by name, row after row.
   *
   * @param counts tells by its position in {@link TrainingData#samples()} whether a sample does
   */
  Map<String, float[]> outputs(Set<String> names, IntPredicate counts);
}
