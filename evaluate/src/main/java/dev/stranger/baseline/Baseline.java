package dev.stranger.baseline;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * A simple score, fitted to normal samples, that a detector must beat to be worth its training.
 * Higher is stranger. Immutable and thread-safe; a batch is judged on all cores, and the score of a
 * sample does not depend on the others in its batch.
 */
public interface Baseline {

  /** What files call it, such as {@code pca_residual}. */
  String key();

  /** What people call it, such as {@code PCA residual}. */
  String title();

  /** How many values a sample has. */
  int sampleSize();

  /**
   * The scores of some samples.
   *
   * @param samples one after another
   * @param count how many there are
   */
  double[] score(float[] samples, int count);

  /** The score of one sample. */
  default double score(float[] sample) {
    return score(sample, 1)[0];
  }

  /**
   * The scores of all samples of a set, in its order.
   *
   * @throws DataException when its samples have another number of values than those of the fit
   */
  default double[] score(Dataset data) {
    if (data.shape().size() != sampleSize()) {
      throw new DataException(
          "%s has %d values a sample, the fit expects %d"
              .formatted(data.name(), data.shape().size(), sampleSize()));
    }
    DoubleStream.Builder scores = DoubleStream.builder();
    data.forEachBatch(
        Blocks.batchSize(sampleSize()),
        batch -> Arrays.stream(score(batch.values(), batch.count())).forEach(scores));
    return scores.build().toArray();
  }
}
