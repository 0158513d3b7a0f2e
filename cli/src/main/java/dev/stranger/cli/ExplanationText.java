package dev.stranger.cli;

import dev.stranger.ColumnReason;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Verdict;
import dev.stranger.VisibleText;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.evaluate.Findings.Example;
import java.io.PrintWriter;
import java.util.List;

/** Why a sample got its score, on a screen. */
final class ExplanationText {

  private static final int BAR = 40;
  private static final int MOST_COLUMNS = 5;

  private ExplanationText() {}

  static void print(Example example, PrintWriter out) {
    Verdict verdict = example.verdict();
    out.printf(
        "%s: %s (score %.4g, p-value %.4g: %s %% of normal samples are as strange)%n",
        example.name(),
        verdict.ood() ? "a stranger" : "passes",
        verdict.score(),
        verdict.pValue(),
        FalseAlarmGuarantee.percent(verdict.pValue()));
    List<ColumnReason> columns = example.explanation().columns();
    print(columns.stream().limit(MOST_COLUMNS).toList(), out);
    print(example.explanation().reasons(), out);
    out.println();
  }

  private static void print(List<ColumnReason> columns, PrintWriter out) {
    int width = columns.stream().mapToInt(column -> text(column).length()).max().orElse(0);
    columns.forEach(column -> printShare(text(column), width, column.share(), out));
    if (!columns.isEmpty()) {
      out.println("  statistics:");
    }
  }

  private static String text(ColumnReason column) {
    return VisibleText.of(column.inWords()) + ":";
  }

  private static void printShare(String text, int width, double share, PrintWriter out) {
    String bar = "#".repeat((int) Math.round(BAR * share));
    String line = "  %-" + width + "s %4.0f %%  %s";
    out.println(line.formatted(text, 100 * share, bar).stripTrailing());
  }

  private static void print(Reasons reasons, PrintWriter out) {
    if (reasons.isSingle()) {
      out.println("  made of one statistic: " + reasons.inWords());
      return;
    }
    int width = reasons.parts().stream().mapToInt(p -> reasons.inWords(p).length()).max().orElse(0);
    for (Part part : reasons.largestFirst()) {
      printShare(reasons.inWords(part), width, reasons.share(part), out);
    }
  }
}
