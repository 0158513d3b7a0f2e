package dev.stranger.train.loop;

/** Hands the samples of an epoch to its steps, batch by batch. Belongs to one thread. */
interface Feed extends AutoCloseable {

  /**
   * An epoch begins, or goes on.
   *
   * @param shuffled positions of all samples of the epoch
   */
  void begin(int[] shuffled, int firstStep);

  /** The samples of a step, which are good until the next step is asked for. */
  TrainingBatch batch(int step, int count);

  /** Before each step that is recorded, or replayed: what cannot be part of a recording. */
  void advance(int step);

  /** The samples of a whole batch, from inside of a step that is recorded. */
  TrainingBatch recorded();

  @Override
  void close();
}
