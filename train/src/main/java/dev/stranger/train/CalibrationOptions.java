package dev.stranger.train;

import dev.stranger.DataException;
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
 * @param leaveOneOut whether several models leave one sample out each instead of holding out a
 *     part; they do so in any case where a part would be too small for the guarantee
 */
public record CalibrationOptions(
    double share,
    FalseAlarmGuarantee guarantee,
    boolean byLabel,
    String score,
    boolean leaveOneOut) {

  /** The score that is usual for a method. */
  public static final String USUAL = "usual";

  /** With fewer there is next to nothing to learn. */
  private static final int FEWEST_LEARNT_FROM = 15;

  /** One graph must hold them all; the rate is 2.5 % then. */
  private static final int MOST_MODELS = 39;

  /**
   * Held out even when the share gives fewer, as long as it is no more than a quarter. If only what
   * is stranger than all of them would be flagged, fewer do: those that the guarantee needs.
   */
  private static final int WANTED = 100;

  private static final int SAMPLES_A_HELD_ONE = 4;

  /**
   * Held out unless the guarantee needs more; what the share adds is learnt from instead. A graph
   * compares every sample of a batch with all of them, 64 MB for 256 samples, while more would only
   * make p-values finer than 0.00002.
   */
  private static final int MOST = 50_000;

  public static final CalibrationOptions DEFAULT =
      new CalibrationOptions(0.1, FalseAlarmGuarantee.onAverage(0.05), false, USUAL, false);

  public CalibrationOptions {
    if (!(share > 0 && share < 1)) {
      throw new DataException("the calibration share must lie between 0 and 1, got " + share);
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

  public CalibrationOptions withLeaveOneOut(boolean leaveOneOut) {
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
    String unproved = windows ? "recordings" : byLabel ? "a rate by label" : "a risk";
    boolean proved = !windows && !byLabel && guarantee.risk() == null;
    if (leaveOneOut && !proved) {
      throw new DataException(
          "leaving one sample out has no proof for %s; do without one of the two"
              .formatted(unproved));
    }
    long needed = guarantee.neededScores();
    if (leaveOneOut && needed > MOST_MODELS) {
      throw new DataException(
          "%s needs %d models that leave one sample out, a file has %d at most; raise it"
              .formatted(guarantee.asked(), needed, MOST_MODELS));
    }
    long fewest = Math.max(needed, FEWEST_LEARNT_FROM + 1);
    long enough = fewestToSplit();
    boolean helps = proved && needed <= MOST_MODELS && samples < enough && fewest < enough;
    if (!leaveOneOut && !helps) {
      return 0;
    }
    if (samples < fewest) {
      throw tooFew(name, samples, fewest);
    }
    return Math.toIntExact(needed);
  }

  private DataException tooFew(String name, long samples, long fewest) {
    return new DataException(
        "%s has %d samples, %s needs at least %d; add samples or raise it"
            .formatted(name, samples, guarantee.asked(), fewest));
  }

  /**
   * How many of {@code samples} are held out.
   *
   * @param name of the samples in complaints
   * @throws DataException when that is too few for the guarantee
   */
  public int sizeFor(String name, long samples) {
    return sizeFor(name, samples, fewestToSplit());
  }

  /** The same where most samples must be left, as there are gaps around those that are held out. */
  int sizeForBlocks(String name, long samples) {
    return sizeFor(name, samples, fewestForBlocks());
  }

  /** Below that there are too few windows that do not overlap. */
  long fewestForBlocks() {
    return samplesFor(guarantee.neededScores());
  }

  private int sizeFor(String name, long samples, long fewest) {
    if (samples < fewest) {
      throw tooFew(name, samples, fewest);
    }
    long needed = guarantee.neededScores();
    long byShare = Math.round(share * samples);
    long wanted = Math.max(byShare, Math.min(WANTED, samples / SAMPLES_A_HELD_ONE));
    long held = Math.max(needed, Math.min(wanted, MOST));
    return guarantee.boundFor((int) held).rank() == 1 ? (int) needed : (int) held;
  }

  /** Whether more of the samples are held out than usual, because the guarantee needs them. */
  boolean strains(long samples) {
    return samples < samplesFor(guarantee.neededScores());
  }

  /** Below that there are too few for the guarantee, or to learn from. */
  private long fewestToSplit() {
    long needed = guarantee.neededScores();
    return Math.min(samplesFor(needed), needed + FEWEST_LEARNT_FROM);
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
