package dev.stranger.train;

import dev.stranger.train.CalibrationOptions.ScoreChoice;
import dev.stranger.train.LearningOptions.Schedule;
import dev.stranger.train.net.NetworkOptions;

/**
 * How a detector is trained. {@link #DEFAULT} works on data of every kind; {@link #PAPER} has the
 * published values.
 *
 * @param seed all randomness comes from it
 * @param device {@code auto}, {@code cpu} or {@code cuda}
 */
public record TrainOptions(
    NetworkOptions network,
    ObjectiveOptions objective,
    LearningOptions learning,
    CalibrationOptions calibration,
    long seed,
    String device) {

  public static final TrainOptions DEFAULT =
      new TrainOptions(
          NetworkOptions.DEFAULT,
          ObjectiveOptions.DEFAULT,
          LearningOptions.DEFAULT,
          CalibrationOptions.DEFAULT,
          0,
          "auto");

  /** As published: 1,600 epochs of batches of 256, and m = l = 10 allowed for series. */
  public static final TrainOptions PAPER =
      DEFAULT
          .with(ObjectiveOptions.DEFAULT.withSubspace(10, true))
          .with(new LearningOptions(1600, 256, 2e-4, 1e-4, Schedule.CONSTANT, 0))
          .with(CalibrationOptions.DEFAULT.withScore(ScoreChoice.FULL_ENERGY));

  public TrainOptions with(NetworkOptions network) {
    return new TrainOptions(network, objective, learning, calibration, seed, device);
  }

  public TrainOptions with(ObjectiveOptions objective) {
    return new TrainOptions(network, objective, learning, calibration, seed, device);
  }

  public TrainOptions with(LearningOptions learning) {
    return new TrainOptions(network, objective, learning, calibration, seed, device);
  }

  public TrainOptions with(CalibrationOptions calibration) {
    return new TrainOptions(network, objective, learning, calibration, seed, device);
  }

  public TrainOptions withSeed(long seed) {
    return new TrainOptions(network, objective, learning, calibration, seed, device);
  }

  public TrainOptions withDevice(String device) {
    return new TrainOptions(network, objective, learning, calibration, seed, device);
  }
}
