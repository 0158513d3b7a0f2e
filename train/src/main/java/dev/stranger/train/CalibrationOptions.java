package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.train.method.Method;
import java.util.List;

/**
 * How scores become p-values.
 *
 * @param share of the samples that is held out for it, 50,000 of them at most unless the guarantee
 *     needs more
 * @param guarantee what shall hold for normal samples
 * @param byLabel whether it shall hold for the samples of every label on their own
 * @param score an energy of the model, {@code neighbour} for the St-RKM, or {@link #USUAL}
 * @param leaveOneOut how many samples are left out, each by a model of its own that learns from all
 *     others, instead of holding out a part; 0 for none, {@link #BY_SIZE} for as many as the
 *     guarantee needs if there are too few samples to hold out a part
 */
public record CalibrationOptions(
    double share, FalseAlarmGuarantee guarantee, boolean byLabel, String score, int leaveOneOut) {

  /** The score that is usual for a method. */
  public static final String USUAL = "usual";

  /** Leaves one sample out only where there are too few samples to hold out a part. */
  public static final int BY_SIZE = -1;

  /** With fewer there is next to nothing to learn. */
  private static final int FEWEST_LEARNT_FROM = 10;

  /** Held out even when the share gives fewer, as long as it is no more than a quarter. */
  private static final int WANTED = 100;

  private static final int SAMPLES_A_HELD_ONE = 4;

  /**
   * Held out unless the guarantee needs more; what the share adds is learnt from instead. A graph
   * compares every sample of a batch with all of them, 64 MB for 256 samples, while more would only
   * make p-values finer than 0.00002.
   */
  private static final int MOST = 50_000;

  public static final CalibrationOptions DEFAULT =
      new CalibrationOptions(0.1, FalseAlarmGuarantee.onAverage(0.05), false, USUAL, BY_SIZE);

  public CalibrationOptions {
    if (!(share > 0 && share < 1)) {
      throw new DataException("the calibration share must lie between 0 and 1, got " + share);
    }
    if (leaveOneOut < BY_SIZE) {
      throw new DataException("the samples to leave out must be 0 or more, got " + leaveOneOut);
    }
  }

  public CalibrationOptions withShare(double share) {
    return new CalibrationOptions(share, guarantee, byLabel, score, leaveOneOut);
  }

  public CalibrationOptions withGuarantee(FalseAlarmGuarantee guarantee) {
    return new CalibrationOptions(share, guarantee, byLabel, score, leaveOneOut);
  }

  public CalibrationOptions withByLabel(boolean byLabel) {
    return new CalibrationOptions(share, guarantee, byLabel, score, leaveOneOut);
  }

  public CalibrationOptions withScore(String score) {
    return new CalibrationOptions(share, guarantee, byLabel, score, leaveOneOut);
  }

  public CalibrationOptions withLeaveOneOut(int leaveOneOut) {
    return new CalibrationOptions(share, guarantee, byLabel, score, leaveOneOut);
  }

  /**
   * The score of a method that is wished.
   *
   * @throws DataException when it has none of this name
   */
  public String scoreOf(Method method) {
    List<String> scores = method.scores();
    if (score.equals(USUAL)) {
      return scores.get(0);
    }
    if (!scores.contains(score)) {
      throw new DataException(
          "%s has no score '%s'; choose one of %s, or leave it out for %s"
              .formatted(method.key(), score, String.join(", ", scores), scores.get(0)));
    }
    return score;
  }

  /**
   * How many models are trained that leave one of {@code samples} out each; 0 where a part of them
   * is held out.
   *
   * @param name of the samples in complaints
   * @param windows whether the samples are windows of recordings
   * @throws DataException when that is too few for the guarantee, or has no proof for it
   */
  int modelsFor(String name, long samples, boolean windows) {
    long needed = guarantee.neededScores();
    String unproved = windows ? "recordings" : byLabel ? "a rate by label" : "a risk";
    boolean proved = !windows && !byLabel && guarantee.risk() == null;
    if (leaveOneOut > 0 && !proved) {
      throw new DataException(
          "leaving one sample out has no proof for %s; leave out one of the two"
              .formatted(unproved),
          Remedy.LEAVE_ONE_OUT);
    }
    if (leaveOneOut > 0 && leaveOneOut < needed) {
      throw new DataException(
          "%s needs at least %d samples that are left out, got %d; leave out more or raise it"
              .formatted(guarantee.asked(), needed, leaveOneOut),
          Remedy.LEAVE_ONE_OUT);
    }
    if (leaveOneOut == 0 || leaveOneOut == BY_SIZE && (!proved || samples >= samplesFor(needed))) {
      return 0;
    }
    long models = leaveOneOut > 0 ? leaveOneOut : needed;
    long fewest = Math.max(models, FEWEST_LEARNT_FROM + 1);
    if (samples < fewest) {
      throw new DataException(
          "%s has %d samples, %s needs at least %d; add samples or raise it"
              .formatted(
                  name,
                  samples,
                  models > needed ? "leaving out %d of them".formatted(models) : guarantee.asked(),
                  fewest));
    }
    return Math.toIntExact(models);
  }

  /**
   * How many of {@code samples} are held out.
   *
   * @param name of the samples in complaints
   * @throws DataException when that is too few for the guarantee
   */
  public int sizeFor(String name, long samples) {
    long needed = guarantee.neededScores();
    long byShare = Math.round(share * samples);
    long wanted =
        Math.max(byShare, Math.min(Math.max(WANTED, needed), samples / SAMPLES_A_HELD_ONE));
    long held = Math.min(wanted, Math.max(MOST, needed));
    if (held < needed) {
      throw new DataException(
          "%s has %d samples, %s needs at least %d; add samples or raise it"
              .formatted(name, samples, guarantee.asked(), samplesFor(needed)));
    }
    return Math.toIntExact(held);
  }

  /**
   * @param name of the held-out samples in complaints
   * @throws DataException when they are too few for the guarantee
   */
  void requireEnough(String name, long heldOut) {
    if (heldOut < guarantee.neededScores()) {
      throw new DataException(
          "%s has %d held-out samples, %s needs at least %d; hold out more or raise it"
              .formatted(name, heldOut, guarantee.asked(), guarantee.neededScores()));
    }
  }

  /** The fewest samples of which so many are held out. */
  private long samplesFor(long held) {
    return (long) Math.min((double) SAMPLES_A_HELD_ONE * held, Math.ceil((held - 0.5) / share));
  }
}
