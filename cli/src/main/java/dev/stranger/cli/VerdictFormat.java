package dev.stranger.cli;

import org.jspecify.annotations.Nullable;

/**
 * How verdicts are written, one a line. All lines have the same fields: of a sample without a
 * verdict, all but its name, its label and the error are empty; of all others the error is.
 */
sealed interface VerdictFormat permits VerdictCsv, VerdictJson {

  /**
   * What comes before the first line.
   *
   * @param like any line with a verdict, as the fields depend on the detector; null when there is
   *     none
   */
  String head(@Nullable VerdictLine like);

  String line(VerdictLine line);

  /** The line of a sample that cannot be read. */
  String broken(String sample, String label, String error, @Nullable VerdictLine like);
}
