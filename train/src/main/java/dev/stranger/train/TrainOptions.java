package dev.stranger.train;

import dev.stranger.Shape;
import dev.stranger.train.LearningOptions.Schedule;
import dev.stranger.train.ObjectiveOptions.LossChoice;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;

/**
 * How a detector is trained. {@link #DEFAULT} works on data of every kind; {@link #paperFor} has
 * the published values.
 *
 * @param method what learns, and how
 * @param seed all randomness comes from it
 * @param device {@code auto}, {@code cpu} or {@code cuda}
 * @param recordSteps whether a GPU records a step once and replays it, which is faster
 */
public record TrainOptions(
    Method method,
    NetworkOptions network,
    ObjectiveOptions objective,
    LearningOptions learning,
    CalibrationOptions calibration,
    long seed,
    String device,
    boolean recordSteps) {

  private static final int SERIES_FEATURES = 10;

  public static final TrainOptions DEFAULT =
      new TrainOptions(
          new StRkm(),
          NetworkOptions.DEFAULT,
          ObjectiveOptions.DEFAULT,
          LearningOptions.DEFAULT,
          CalibrationOptions.DEFAULT,
          0,
          "auto",
          true);

  /**
   * As published: 1,600 epochs of batches of 256, the last of an epoch smaller, and the full
   * energy; for series an LSTM of ten features, all of which the subspace keeps, with the squared
   * error and whole batches alone.
   */
  public static TrainOptions paperFor(Shape shape) {
    boolean series = shape.rank() == 2;
    NetworkOptions lstm =
        NetworkOptions.DEFAULT.withKind(Kind.RECURRENT).withSizes(40, 256, SERIES_FEATURES);
    ObjectiveOptions objective =
        ObjectiveOptions.DEFAULT.withSubspace(10, series).withInputNoise(0);
    return DEFAULT
        .with(new PublishedStRkm())
        .with(series ? lstm : NetworkOptions.DEFAULT)
        .with(series ? objective.withLoss(LossChoice.MSE) : objective)
        .with(new LearningOptions(1600, 256, 2e-4, 1e-4, Schedule.CONSTANT, 0, !series))
        .with(CalibrationOptions.DEFAULT.withScore(FullEnergyScore.KEY));
  }

  public TrainOptions with(Method method) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions with(NetworkOptions network) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions with(ObjectiveOptions objective) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions with(LearningOptions learning) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions with(CalibrationOptions calibration) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions withSeed(long seed) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions withDevice(String device) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }

  public TrainOptions withRecordedSteps(boolean recordSteps) {
    return new TrainOptions(
        method, network, objective, learning, calibration, seed, device, recordSteps);
  }
}
