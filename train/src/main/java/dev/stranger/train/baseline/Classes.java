package dev.stranger.train.baseline;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.stranger.DataException;
import dev.stranger.train.method.TrainingData;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;

/**
 * The classes of a classifier: the labels that its training samples have. A set may know labels
 * that none of its samples has; those are left out.
 *
 * @param labels in ascending order; the position of a label is the number of its class
 */
record Classes(int[] labels) {

  /**
   * @throws DataException when samples have no label, or all have the same
   */
  static Classes of(TrainingData data) {
    int[] labels = Arrays.stream(data.labels()).distinct().sorted().toArray();
    if (labels.length < 2) {
      throw new DataException(
          "the samples of %s that are learnt from all have the label '%s'; a classifier needs two"
                  .formatted(data.name(), data.labelName(labels[0]))
              + " labels or more: add samples of others, or choose another method");
    }
    return new Classes(labels);
  }

  /** How often a guess would be right that always names the most frequent class. */
  static double largestShare(int[] classes) {
    Map<Integer, Long> counts =
        Arrays.stream(classes).boxed().collect(groupingBy(number -> number, counting()));
    return Collections.max(counts.values()) / (double) classes.length;
  }

  int count() {
    return labels.length;
  }

  /** The class of each label, negative where there is none. */
  int[] of(int[] labels) {
    return Arrays.stream(labels).map(label -> Arrays.binarySearch(this.labels, label)).toArray();
  }
}
