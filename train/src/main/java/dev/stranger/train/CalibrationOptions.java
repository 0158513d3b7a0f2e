package dev.stranger.train;

import dev.stranger.Calibration;
import dev.stranger.DataException;

/**
 * How scores become p-values.
 *
 * @param share of the samples that is held out for it
 * @param falseAlarmRate share of normal samples that are flagged at most
 * @param score what the score is made of
 */
public record CalibrationOptions(double share, double falseAlarmRate, ScoreChoice score) {

  /** What the score is made of. */
  public enum ScoreChoice {
    /** How unusual all statistics are together. */
    NEIGHBOUR,
    /** The distance to the subspace alone. */
    KPCA_ERROR,
    /** The paper's energy. */
    FULL_ENERGY
  }

  /** Held out even when the share gives fewer, as long as it is no more than a quarter. */
  private static final int WANTED = 100;

  public static final CalibrationOptions DEFAULT =
      new CalibrationOptions(0.1, 0.05, ScoreChoice.NEIGHBOUR);

  public CalibrationOptions {
    requireShare("calibration share", share);
    requireShare("false-alarm rate", falseAlarmRate);
  }

  private static void requireShare(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new DataException("the %s must lie between 0 and 1, got %s".formatted(name, value));
    }
  }

  public CalibrationOptions withFalseAlarmRate(double rate) {
    return new CalibrationOptions(share, rate, score);
  }

  public CalibrationOptions withScore(ScoreChoice score) {
    return new CalibrationOptions(share, falseAlarmRate, score);
  }

  /**
   * How many of {@code samples} are held out.
   *
   * @throws DataException when that is too few for the false-alarm rate
   */
  int sizeFor(String name, long samples) {
    int needed = Calibration.neededFor(falseAlarmRate);
    long byShare = Math.round(share * samples);
    long held = Math.max(byShare, Math.min(Math.max(WANTED, needed), samples / 4));
    if (held < needed) {
      throw new DataException(
          "%s has %d samples, a false-alarm rate of %s needs at least %d; add samples or raise it"
              .formatted(name, samples, falseAlarmRate, 4L * needed));
    }
    return Math.toIntExact(held);
  }
}
