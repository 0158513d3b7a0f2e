package dev.stranger.train.loop;

import dev.stranger.DataException;

/**
 * How long and how fast a network learns.
 *
 * @param epochs passes over the data; 0 chooses by the work that they take, {@link #THOROUGH} too
 * @param batchSize of all ranks together; 0 chooses by the size of the set and of a sample
 * @param learningRate of the network; 0 chooses by the data
 * @param stiefelRate of U; 0 chooses by the data
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

  /**
   * How long a network wants to learn where nothing else says so.
   *
   * @param epochs at least
   * @param steps at least: small sets get more epochs
   * @param smallestBatch of small sets
   */
  public record Length(int epochs, int steps, int smallestBatch) {

    /** As images need it, and any method that was published with a long training. */
    public static final Length LONG = new Length(120, 3000, 16);

    /** More, and small tables are learnt by heart. */
    public static final Length SHORT = new Length(30, 1000, 16);

    /**
     * Of series. Ten directions leave hardly anything of 16 centred samples, so that what is learnt
     * of small batches is chance, and differs from seed to seed.
     */
    public static final Length OF_SERIES = new Length(30, 1500, 32);
  }

  /** How the rates change over the epochs. */
  public enum Schedule {
    /** By the data. */
    AUTO,
    CONSTANT,
    /** Falls to zero along half a cosine. */
    COSINE;

    double factor(int epoch, int epochs) {
      return this == COSINE ? (1 + Math.cos(Math.PI * epoch / epochs)) / 2 : 1;
    }
  }

  private static final int LARGEST_BATCH = 256;
  private static final int BATCHES = 8;

  /** A step through convolutions takes some 100 bytes for each, on the way there and back. */
  private static final int VALUES_IN_A_BATCH = 1 << 23;

  private static final int FEWEST_STEPS = 500;

  /** Multiply-adds of all passes through the network: 30 epochs of Fashion-MNIST. */
  private static final double BUDGET = 3.7e12;

  private static final int THOROUGH_BUDGETS = 6;

  /** In place of a number of epochs: chosen by the work too, which may be six times as much. */
  public static final int THOROUGH = -1;

  public static final LearningOptions DEFAULT =
      new LearningOptions(0, 0, 0, 0, Schedule.AUTO, 0, false);

  public LearningOptions {
    require(epochs >= THOROUGH, "number of epochs", epochs);
    require(batchSize >= 0, "batch size", batchSize);
    require(patience >= 0, "patience", patience);
    require(learningRate >= 0, "learning rate", learningRate);
    require(stiefelRate >= 0, "Stiefel rate", stiefelRate);
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

  /** How many samples of a batch each of several ranks has: a batch is that of all of them. */
  public int batchSizeOf(int ranks) {
    return Math.max(1, batchSize / ranks);
  }

  /** With these rates and this schedule where they are left open. */
  public LearningOptions orRates(double learningRate, double stiefelRate, Schedule schedule) {
    return withRates(
        this.learningRate > 0 ? this.learningRate : learningRate,
        this.stiefelRate > 0 ? this.stiefelRate : stiefelRate,
        this.schedule == Schedule.AUTO ? schedule : this.schedule);
  }

  /**
   * With numbers of epochs and of samples in a batch.
   *
   * @param samples to learn from
   * @param sampleSize values of one
   * @param subspace directions, of which a batch must have more samples
   * @param multiplyAdds of one sample's pass through the network; 0 if time does not matter
   * @param length that is wanted, unless it is too much work
   */
  public LearningOptions chosenFor(
      int samples, int sampleSize, int subspace, long multiplyAdds, Length length) {
    int fitted = fitted(samples);
    int batch = batchSizeFor(fitted, sampleSize, subspace, length);
    return withBatchSize(batch).withEpochs(epochsFor(fitted, batch, multiplyAdds, length));
  }

  /**
   * Small sets get small batches, so that an epoch has several steps, and so do large samples, so
   * that a step fits into memory.
   */
  private int batchSizeFor(int samples, int sampleSize, int subspace, Length length) {
    int fewest = Math.max(length.smallestBatch, 2 * Integer.highestOneBit(subspace));
    int most = Math.min(LARGEST_BATCH, VALUES_IN_A_BATCH / sampleSize);
    int chosen =
        batchSize > 0
            ? batchSize
            : Math.max(
                fewest, Integer.highestOneBit(Math.max(1, Math.min(most, samples / BATCHES))));
    return Math.min(chosen, samples);
  }

  /** Small sets get more epochs, so that there are enough steps; much work gets fewer. */
  private int epochsFor(int samples, int batch, long multiplyAdds, Length length) {
    int stepsAnEpoch = Math.max(1, samples / batch);
    int wanted = Math.max(length.epochs, length.steps / stepsAnEpoch);
    int fewest = Math.max(1, FEWEST_STEPS / stepsAnEpoch);
    double budget = epochs == THOROUGH ? THOROUGH_BUDGETS * BUDGET : BUDGET;
    double affordable = budget / ((double) samples * multiplyAdds);
    return epochs > 0 ? epochs : (int) Math.max(fewest, Math.min(wanted, affordable));
  }
}
