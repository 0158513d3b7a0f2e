package dev.stranger.baseline;

/**
 * One tree of an {@link IsolationForest}: a leaf, or a split of the samples by one of their values.
 * Immutable; equal when all splits and leaves are.
 */
public sealed interface IsolationTree {

  /**
   * The way to the leaf of a sample, and what it would take on average to tell apart the training
   * samples that ended there.
   *
   * @param samples one after another
   * @param offset where the sample begins
   */
  double pathLength(float[] samples, int offset);

  /**
   * @param feature position of the value in a sample
   * @param below where samples with a value below the threshold go
   * @param above where the others go
   */
  record Split(int feature, float threshold, IsolationTree below, IsolationTree above)
      implements IsolationTree {

    @Override
    public double pathLength(float[] samples, int offset) {
      return (samples[offset + feature] < threshold ? below : above).pathLength(samples, offset);
    }
  }

  /**
   * @param pathLength the depth of the leaf plus {@link IsolationForest#averagePath} of the number
   *     of training samples in it
   */
  record Leaf(double pathLength) implements IsolationTree {

    @Override
    public double pathLength(float[] samples, int offset) {
      return pathLength;
    }
  }
}
