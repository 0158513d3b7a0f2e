package dev.stranger.cli;

import dev.stranger.ColumnReason;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How verdicts are written, one a line. All lines have the same fields: of a sample without a
 * verdict, all but its name, its label and the error are empty; of all others the error is.
 */
sealed interface VerdictFormat permits VerdictCsv, VerdictJson {

  /**
   * What is written of one sample.
   *
   * @param label its name, empty when there is none
   * @param reasons null when they are not to be written
   * @param columns of a stranger; null when the detector does not explain columns
   */
  record Line(
      String sample,
      String label,
      Verdict verdict,
      @Nullable Reasons reasons,
      @Nullable List<ColumnReason> columns) {}

  /** How many columns of a table are written. */
  int MOST_COLUMNS = 3;

  /**
   * What comes before the first line.
   *
   * @param like any line with a verdict, as the fields depend on the detector; null when there is
   *     none
   */
  String head(@Nullable Line like);

  String line(Line line);

  /** The line of a sample that cannot be read. */
  String broken(String sample, String label, String error, @Nullable Line like);
}
