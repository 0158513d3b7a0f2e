package dev.stranger.cli;

/** How verdicts are written, one a line. */
sealed interface VerdictFormat permits VerdictCsv, VerdictJson {

  /**
   * What comes before the first line.
   *
   * @param first line that follows; all others have the same fields
   */
  String head(VerdictLine first);

  String line(VerdictLine line);
}
