package dev.stranger.train.loop;

import org.bytedeco.pytorch.Tensor;

/** Where the samples of a {@link TrainingSet} are kept, and as which numbers. */
sealed interface SampleRows permits ResidentRows, StoredRows {

  int size();

  int sampleSize();

  /** The rows at some positions, whole numbers on the device. */
  Tensor at(Tensor positions);

  /** Neighbouring rows. */
  Tensor slice(long start, long count);

  /** Hands out batches of a set that has these rows. */
  Feed feed(TrainingSet samples, int count, int batchSize);
}
