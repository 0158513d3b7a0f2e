package dev.stranger.cli;

import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.evaluate.Findings.Example;
import java.io.PrintWriter;

/** Why a sample got its score, on a screen. */
final class ExplanationText {

  private static final int BAR = 40;

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
    print(example.explanation().reasons(), out);
    out.println();
  }

  private static void print(Reasons reasons, PrintWriter out) {
    if (reasons.isSingle()) {
      out.println("  made of one statistic: " + reasons.inWords());
      return;
    }
    int width = reasons.parts().stream().mapToInt(p -> reasons.inWords(p).length()).max().orElse(0);
    for (Part part : reasons.largestFirst()) {
      double share = reasons.share(part);
      String bar = "#".repeat((int) Math.round(BAR * share));
      String line = "  %-" + width + "s %4.0f %%  %s";
      out.println(line.formatted(reasons.inWords(part), 100 * share, bar).stripTrailing());
    }
  }
}
