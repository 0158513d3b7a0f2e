package dev.stranger.cli;

import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.metric.Summary;
import java.io.PrintWriter;
import java.util.function.ToDoubleFunction;

/** The main numbers of an evaluation on a screen; the report has all of them. */
final class EvaluationTable {

  private EvaluationTable() {}

  static void print(Findings findings, PrintWriter out) {
    double threshold = findings.guarantee().threshold();
    out.printf(
        "%nflagged: %s %.2f %% (guaranteed: %s)%n",
        findings.normal().name(),
        100 * findings.normal().flagged(threshold),
        findings.guarantee().asked().inWords());
    for (ScoredSet set : findings.strangers()) {
      out.printf("         %s %.2f %%%n", set.name(), 100 * set.flagged(threshold));
    }
    String line = "%-" + width(findings) + "s %16s %16s%n";
    for (ScoredSet set : findings.strangers()) {
      out.printf("%n" + line, set.name(), "FPR95", "AUROC");
      for (ScoreKind kind : findings.normal().kinds()) {
        Row row = findings.evaluation().row(set.name(), kind);
        out.printf(
            line,
            "  " + kind.title(),
            cell(row, ScoreComparison::fpr95),
            cell(row, ScoreComparison::auroc));
      }
    }
    out.flush();
  }

  /** The names of sets vary in length; the columns of all tables lie below one another. */
  private static int width(Findings findings) {
    return findings.strangers().stream().mapToInt(set -> set.name().length()).reduce(28, Math::max);
  }

  /** In percent, with half of the interval when there is one. */
  private static String cell(Row row, ToDoubleFunction<ScoreComparison> metric) {
    Summary summary = row.summary(metric);
    String mean = "%.2f".formatted(100 * summary.mean());
    return summary.count() == 1
        ? mean
        : "%s +-%.2f".formatted(mean, 100 * (summary.high() - summary.mean()));
  }
}
