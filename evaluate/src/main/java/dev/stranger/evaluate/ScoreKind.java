package dev.stranger.evaluate;

/**
 * One of the scores that an evaluation compares.
 *
 * @param key in files, such as {@code kpca_error}
 * @param title for people, such as {@code kPCA error}
 */
public record ScoreKind(String key, String title, Role role) {

  /** What a score is there for. */
  public enum Role {
    /** The detector's own score: what its verdicts come from. */
    DETECTOR,
    /** One of the energies of the detector's model. */
    ENERGY,
    /** A simple score that the detector must beat to be worth its training. */
    BASELINE
  }
}
