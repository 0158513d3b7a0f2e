package dev.stranger.train.suspect;

import dev.stranger.DataException;

/**
 * What to do about strangers among the samples to learn from. If some are expected, the strangest
 * samples count half: a score compares with all samples, and with those that are left without them.
 *
 * @param kind who says how many there are
 * @param share of the samples, where it is given
 */
public record Contamination(Kind kind, double share) {

  /** Who says how many strangers there are. */
  public enum Kind {
    /** Nobody: all samples count alike. */
    NONE,
    /** Nobody, but there may be some. */
    AUTO,
    /** The user. */
    GIVEN
  }

  /** More than that, and the strangers are what is normal. */
  private static final double MOST = 0.5;

  /**
   * Samples that count half for each stranger of a share. Of strangers near to normal samples, a
   * few only are among the strangest samples, and the others would vouch for all that are alike.
   */
  private static final int FOR_A_STRANGER = 4;

  /** Unless there are more strangers than that. */
  private static final double MOST_HALVED = 0.3;

  /** All samples count alike. */
  public static final Contamination NONE = new Contamination(Kind.NONE, 0);

  /** The strangest three in ten samples count half. */
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
   * How many samples count half.
   *
   * @param strangers that are expected among them
   */
  int halved(int strangers, int samples) {
    int most = Math.max(strangers, (int) (MOST_HALVED * samples));
    return switch (kind) {
      case NONE -> 0;
      case AUTO -> most;
      case GIVEN -> Math.min(FOR_A_STRANGER * strangers, most);
    };
  }

  /** Whether there may be strangers. */
  public boolean isExpected() {
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
