package dev.stranger.score;

import dev.stranger.ColumnReason;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import java.util.List;

/**
 * A verdict and what its score is made of.
 *
 * @param columns as {@link dev.stranger.Explanation#columns()}; empty unless they were asked for
 *     and the sample is a stranger
 */
public record Explained(Verdict verdict, Reasons reasons, List<ColumnReason> columns) {

  public Explained {
    columns = List.copyOf(columns);
  }

  public Explained(Verdict verdict, Reasons reasons) {
    this(verdict, reasons, List.of());
  }
}
