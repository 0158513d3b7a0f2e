package dev.stranger.paper.experiment;

import dev.stranger.train.loop.TrainListener;
import java.util.function.LongConsumer;

/** Hears how experiments are getting on. What is found in the cache is not worth a word. */
public interface ExperimentListener {

  /** Hears nothing. */
  ExperimentListener NONE = new ExperimentListener() {};

  /** Hears of the training of one model, and is closed behind it. */
  interface Training extends TrainListener, AutoCloseable {

    @Override
    default void close() {}
  }

  /** So much is about to be trained. */
  default void planned(Workload workload) {}

  /**
   * A model is about to be trained.
   *
   * @param model its name
   */
  default Training training(String model, long seed) {
    return new Training() {};
  }

  /** Another run that shares the cache is training this model; this one waits for it. */
  default void waiting(String model, long seed) {}

  /**
   * Samples are about to be judged.
   *
   * @return gets the number of samples judged since it was last called
   */
  default LongConsumer judging(String model, String set, long samples) {
    return count -> {};
  }
}
