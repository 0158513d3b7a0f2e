package dev.stranger.data.generate;

import dev.stranger.DataException;
import java.util.List;

/**
 * The kinds of heartbeat, each given by its typical waves. The label of a beat is the ordinal of
 * its kind. They look like the textbook's, but are no medical data.
 */
public enum HeartbeatKind {
  /** P wave of the atria, narrow QRS complex of the ventricles, upright T wave of recovery. */
  NORMAL("all waves in place", 0, p(), q(), r(), s(), t()),

  /**
   * A beat that starts in a ventricle: no P wave, a wide QRS complex, and a T wave that points the
   * other way.
   */
  PREMATURE_VENTRICULAR(
      "no P wave, a wide QRS complex",
      0,
      new Wave(1.1, 0, 0.026),
      new Wave(-0.3, 0.075, 0.026),
      new Wave(-0.25, 0.27, 0.05)),

  /** The line between S and T wave is raised, as in an acute infarction. */
  ST_ELEVATION(
      "raised between S and T wave", 0, p(), q(), r(), s(), new Wave(0.12, 0.13, 0.045), t()),

  /** The T wave points down, as after an infarction or under strain. */
  INVERTED_T("the T wave points down", 0, p(), q(), r(), s(), new Wave(-0.13, 0.27, 0.045)),

  /** The atria quiver instead of beating: no P wave, and a baseline of fast irregular ripples. */
  ATRIAL_FIBRILLATION("no P wave, a rippled baseline", 0.045, q(), r(), s(), t()),

  /** The next beat comes so early that its wide QRS complex rides on the T wave. */
  R_ON_T(
      "the next beat rides on the T wave",
      0,
      p(),
      q(),
      r(),
      s(),
      t(),
      new Wave(0.5, 0.33, 0.02),
      new Wave(-0.2, 0.39, 0.022));

  private final String summary;
  private final double ripple;
  private final List<Wave> waves;

  HeartbeatKind(String summary, double ripple, Wave... waves) {
    this.summary = summary;
    this.ripple = ripple;
    this.waves = List.of(waves);
  }

  private static Wave p() {
    return new Wave(0.15, -0.17, 0.022);
  }

  private static Wave q() {
    return new Wave(-0.12, -0.032, 0.009);
  }

  private static Wave r() {
    return new Wave(1.1, 0, 0.011);
  }

  private static Wave s() {
    return new Wave(-0.25, 0.032, 0.01);
  }

  private static Wave t() {
    return new Wave(0.32, 0.27, 0.045);
  }

  /**
   * Reads a label such as {@code inverted-t}, in upper or lower case.
   *
   * @throws DataException when there is no such kind
   */
  public static HeartbeatKind parse(String text) {
    return Labels.parse("kind of heartbeat", values(), text);
  }

  /** The name of the kind as labels and options write it. */
  public String label() {
    return Labels.of(this);
  }

  /** What is special about it, in a few words. */
  public String summary() {
    return summary;
  }

  /** Amplitude of the ripples of the baseline, in millivolts. */
  double ripple() {
    return ripple;
  }

  List<Wave> waves() {
    return waves;
  }
}
