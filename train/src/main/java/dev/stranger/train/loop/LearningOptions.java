package dev.stranger.train.loop;

import dev.stranger.DataException;

/**
 * How long and how fast a network learns.
 *
 * @param epochs passes over the data; 0 chooses by the size of the set
 * @param batchSize 0 chooses by the size of the set and of a sample
 * @param learningRate of the network
 * @param stiefelRate of U
 * @param patience epochs without improvement on held-out samples after which training stops and
 *     goes back to the best one; 0 never stops early and keeps the last one
 * @param partialBatch whether the samples that are left when an epoch has no whole batch any more
 *     make a step too
 */
public record LearningOptions(
    int epochs,
    int batchSize,
    double learningRate,
    double stiefelRate,
    Schedule schedule,
    int patience,
    boolean partialBatch) {

  /** How the rates change over the epochs. */
  public enum Schedule {
    CONSTANT,
    /** Falls to zero along half a cosine. */
    COSINE;

    double factor(int epoch, int epochs) {
      return this == CONSTANT ? 1 : (1 + Math.cos(Math.PI * epoch / epochs)) / 2;
    }
  }

  private static final int LARGEST_BATCH = 256;
  private static final int SMALLEST_BATCH = 16;
  private static final int BATCHES = 8;

  /** A step through convolutions takes some 100 bytes for each, on the way there and back. */
  private static final int VALUES_IN_A_BATCH = 1 << 23;

  private static final int USUAL_EPOCHS = 120;
  private static final int FEWEST_STEPS = 3000;

  public static final LearningOptions DEFAULT =
      new LearningOptions(0, 0, 2e-4, 1e-4, Schedule.CONSTANT, 0, false);

  public LearningOptions {
    require(epochs >= 0, "number of epochs", epochs);
    require(batchSize >= 0, "batch size", batchSize);
    require(patience >= 0, "patience", patience);
    require(learningRate > 0, "learning rate", learningRate);
    require(stiefelRate > 0, "Stiefel rate", stiefelRate);
  }

  private static void require(boolean holds, String name, Number value) {
    if (!holds) {
      throw new DataException("the %s must be positive, got %s".formatted(name, value));
    }
  }

  public LearningOptions withEpochs(int epochs) {
    return new LearningOptions(
        epochs, batchSize, learningRate, stiefelRate, schedule, patience, partialBatch);
  }

  public LearningOptions withBatchSize(int batchSize) {
    return new LearningOptions(
        epochs, batchSize, learningRate, stiefelRate, schedule, patience, partialBatch);
  }

  public LearningOptions withRates(double learningRate, double stiefelRate, Schedule schedule) {
    return new LearningOptions(
        epochs, batchSize, learningRate, stiefelRate, schedule, patience, partialBatch);
  }

  public LearningOptions withPatience(int patience) {
    return new LearningOptions(
        epochs, batchSize, learningRate, stiefelRate, schedule, patience, partialBatch);
  }

  public LearningOptions withPartialBatch(boolean partialBatch) {
    return new LearningOptions(
        epochs, batchSize, learningRate, stiefelRate, schedule, patience, partialBatch);
  }

  /** How many of the samples are learnt from: with patience, a tenth says when to stop. */
  int fitted(int samples) {
    return patience > 0 ? samples - samples / 10 : samples;
  }

  /**
   * Small sets get small batches, so that an epoch has several steps, and so do large samples, so
   * that a step fits into memory.
   */
  int batchSizeFor(int samples, int sampleSize) {
    int most = Math.min(LARGEST_BATCH, VALUES_IN_A_BATCH / sampleSize);
    int chosen =
        batchSize > 0
            ? batchSize
            : Math.max(
                SMALLEST_BATCH,
                Integer.highestOneBit(Math.max(1, Math.min(most, samples / BATCHES))));
    return Math.min(chosen, samples);
  }

  /** Small sets get more epochs, so that there are enough steps. */
  int epochsFor(int samples, int sampleSize) {
    int stepsAnEpoch = Math.max(1, samples / batchSizeFor(samples, sampleSize));
    return epochs > 0 ? epochs : Math.max(USUAL_EPOCHS, FEWEST_STEPS / stepsAnEpoch);
  }
}
