package dev.stranger.train.loop;

/** Hears how training is getting on, and may end it. Called on the thread that trains. */
public interface TrainListener {

  /** Hears nothing. */
  TrainListener NONE = new TrainListener() {};

  /** Training is about to begin. */
  default void start(TrainingPlan plan) {}

  /** A step is done; both count from one. */
  default void step(int epoch, int step) {}

  /** An epoch is done; counts from one. */
  default void epoch(int epoch, EpochResult result) {}

  /** Something to know about how it goes, in a few words. */
  default void note(String words) {}

  /** A later part has begun, such as calibration. */
  default void phase(String name) {}

  /**
   * Asked after every step, and while samples are read into a file; true stops training there,
   * leaving a checkpoint when one is kept. Of several ranks all stop, one step later, whichever of
   * them is told to.
   */
  default boolean stop() {
    return false;
  }
}
