package dev.stranger.baseline;

import dev.stranger.baseline.IsolationTree.Leaf;
import dev.stranger.baseline.IsolationTree.Split;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Grows one isolation tree. Reorders the samples it is given. */
final class TreeGrower {

  private final float[][] samples;
  private final UniformRandomProvider random;

  /** All positions of a sample, in the order in which they were tried last. */
  private final int[] features;

  private final int depthLimit;

  private TreeGrower(float[][] samples, UniformRandomProvider random) {
    this.samples = samples;
    this.random = random;
    features = IntStream.range(0, samples[0].length).toArray();
    // The average depth of a tree of all samples: deeper ones are not strange.
    depthLimit = Integer.SIZE - Integer.numberOfLeadingZeros(samples.length - 1);
  }

  static IsolationTree grow(float[][] samples, UniformRandomProvider random) {
    return new TreeGrower(samples, random).grow(0, samples.length, 0);
  }

  /** The tree of the samples from {@code from} to before {@code to}. */
  private IsolationTree grow(int from, int to, int depth) {
    int feature = depth < depthLimit ? varying(from, to) : -1;
    if (feature < 0) {
      return new Leaf(depth + IsolationForest.averagePath(to - from));
    }
    float threshold = threshold(spread(feature, from, to));
    int middle = partition(feature, threshold, from, to);
    return new Split(
        feature, threshold, grow(from, middle, depth + 1), grow(middle, to, depth + 1));
  }

  /** Any position at which samples differ, or -1 when they are all the same. */
  private int varying(int from, int to) {
    for (int left = features.length; to - from > 1 && left > 0; left--) {
      int tried = random.nextInt(left);
      int feature = features[tried];
      features[tried] = features[left - 1];
      features[left - 1] = feature;
      DoubleSummaryStatistics values = spread(feature, from, to);
      if (values.getMin() < values.getMax()) {
        return feature;
      }
    }
    return -1;
  }

  private DoubleSummaryStatistics spread(int feature, int from, int to) {
    return IntStream.range(from, to).mapToDouble(i -> samples[i][feature]).summaryStatistics();
  }

  /** Anywhere above the smallest value up to the largest, so that neither side is empty. */
  private float threshold(DoubleSummaryStatistics values) {
    double width = values.getMax() - values.getMin();
    float threshold = (float) (values.getMax() - random.nextDouble() * width);
    return threshold > values.getMin() ? threshold : (float) values.getMax();
  }

  /** Moves samples below the threshold before the others, and says where these begin. */
  private int partition(int feature, float threshold, int from, int to) {
    int middle = from;
    for (int i = from; i < to; i++) {
      if (samples[i][feature] < threshold) {
        float[] sample = samples[i];
        samples[i] = samples[middle];
        samples[middle++] = sample;
      }
    }
    return middle;
  }
}
