package dev.stranger.train.suspect;

import dev.stranger.DataException;

/**
 * What to do about strangers among the samples to learn from.
 *
 * @param kind who says how many there are
 * @param share of the samples, where it is given
 */
public record Contamination(Kind kind, double share) {

  /** Who says how many strangers there are. */
  public enum Kind {
    /** Nobody: all samples are learnt from. */
    NONE,
    /** The samples. */
    AUTO,
    /** The user. */
    GIVEN
  }

  /** More than that, and the strangers are what is normal. */
  private static final double MOST = 0.5;

  /**
   * Samples that are left out for each stranger of a share. Of strangers near to normal samples,
   * the strangest samples are a few only, and those that stay would vouch for others like them.
   */
  private static final int FOR_A_STRANGER = 4;

  /** Unless there are more strangers than that. */
  private static final double MOST_LEFT_OUT = 0.3;

  /** All samples are learnt from. */
  public static final Contamination NONE = new Contamination(Kind.NONE, 0);

  /** Samples that stand out are left out; often none. */
  public static final Contamination AUTO = new Contamination(Kind.AUTO, 0);

  public Contamination {
    if (!(share >= 0 && share <= MOST)) {
      throw new DataException(
          "the share of strangers must lie between 0 and %s, got %s".formatted(MOST, share));
    }
  }

  /** That share of the samples to learn from are strangers. */
  public static Contamination of(double share) {
    return new Contamination(Kind.GIVEN, share);
  }

  /**
   * Reads {@code auto} or a share.
   *
   * @throws DataException when it is neither
   */
  public static Contamination parse(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    try {
      return of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      throw new DataException("'%s' is neither auto nor a share, such as 0.05".formatted(text), e);
    }
  }

  /**
   * How many samples are left out.
   *
   * @param strangers that are thought to be among them
   */
  int leftOut(int strangers, int samples) {
    return switch (kind) {
      case NONE -> 0;
      case AUTO -> strangers;
      case GIVEN ->
          Math.min(
              FOR_A_STRANGER * strangers, Math.max(strangers, (int) (MOST_LEFT_OUT * samples)));
    };
  }

  /** Whether suspects are left out. */
  public boolean leavesOut() {
    return kind != Kind.NONE;
  }

  /** As {@link #parse} reads it, or {@code none}. */
  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "none";
      case AUTO -> "auto";
      case GIVEN -> Double.toString(share);
    };
  }
}
