package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.data.generate.RandomStreams;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.CombinationSampler;

/**
 * How few random splits it takes to tell a sample from training samples: {@code 2^(-h/c)}, where h
 * is its mean path length in 100 trees of 256 training samples each, and c that of a search in such
 * a tree that finds nothing. Between 0 and 1: samples that need as many splits as that score a
 * half. (Liu, Ting and Zhou, Isolation forest, 2008.)
 *
 * <p>A split is by any one value that differs among the samples at hand, at any threshold between
 * the smallest and the largest. Fitting reads the set once; it and judging take next to no time.
 * The same seed gives the same trees. Immutable and thread-safe.
 */
public final class IsolationForest implements Baseline {

  public static final int TREES = 100;

  /** Training samples in a tree, when there are as many. */
  public static final int TREE_SAMPLES = 256;

  public static final String KEY = "isolation_forest";

  private final List<IsolationTree> trees;
  private final int sampleSize;
  private final double typicalPath;

  private IsolationForest(List<IsolationTree> trees, int sampleSize, double typicalPath) {
    this.trees = trees;
    this.sampleSize = sampleSize;
    this.typicalPath = typicalPath;
  }

  /**
   * @throws DataException when samples have more than 167,772 values
   */
  public static IsolationForest fit(Dataset data, long seed) {
    MemoryDataset chosen = Chosen.of(data, TREES * TREE_SAMPLES);
    int size = (int) Math.min(TREE_SAMPLES, chosen.size());
    RandomStreams streams = new RandomStreams(seed, KEY.hashCode());
    List<IsolationTree> trees =
        IntStream.range(0, TREES)
            .parallel()
            .mapToObj(tree -> tree(chosen, size, streams.at(tree)))
            .toList();
    // A tree of one sample has no paths, and all samples score the same.
    return new IsolationForest(trees, data.shape().size(), size > 1 ? averagePath(size) : 1);
  }

  private static IsolationTree tree(MemoryDataset data, int size, UniformRandomProvider random) {
    int[] drawn = new CombinationSampler(random, (int) data.size(), size).sample();
    return TreeGrower.grow(
        Arrays.stream(drawn).mapToObj(data::sample).toArray(float[][]::new), random);
  }

  /**
   * The mean number of splits on a search that finds nothing in a tree of so many samples: {@code
   * c(n) = 2 H(n - 1) - 2 (n - 1) / n}, with the harmonic number H.
   */
  public static double averagePath(int samples) {
    double harmonic = IntStream.range(1, samples).mapToDouble(i -> 1.0 / i).sum();
    return 2 * harmonic - 2 * (samples - 1.0) / samples;
  }

  /** All trees; the list cannot be changed. */
  public List<IsolationTree> trees() {
    return trees;
  }

  /** The mean path length, c, at which a sample scores a half. */
  public double typicalPath() {
    return typicalPath;
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String title() {
    return "isolation forest";
  }

  @Override
  public int sampleSize() {
    return sampleSize;
  }

  @Override
  public double[] score(float[] samples, int count) {
    double[] scores = new double[count];
    Blocks.forEach(
        samples,
        count,
        sampleSize,
        (first, end) -> {
          for (int i = first; i < end; i++) {
            scores[i] = Math.pow(2, -meanPath(samples, i * sampleSize) / typicalPath);
          }
        });
    return scores;
  }

  private double meanPath(float[] samples, int offset) {
    double sum = 0;
    for (IsolationTree tree : trees) {
      sum += tree.pathLength(samples, offset);
    }
    return sum / trees.size();
  }
}
