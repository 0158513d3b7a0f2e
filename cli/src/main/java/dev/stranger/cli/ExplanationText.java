package dev.stranger.cli;

import dev.stranger.ColumnReason;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Reconstruction;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.VisibleText;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.table.Column;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a sample got its score, on a screen. */
final class ExplanationText {

  private static final int BAR = 40;
  private static final int MOST_COLUMNS = 5;

  /** Less would be shown as 0 %. */
  private static final double SMALLEST_SHARE = 0.005;

  private ExplanationText() {}

  /**
   * @param columns of the detector
   */
  static void print(Example example, Shape shape, List<Column> columns, PrintWriter out) {
    Verdict verdict = example.verdict();
    out.printf(
        "%s: %s (score %.4g, p-value %.4g: %s %% of normal samples are as strange)%n",
        example.name(),
        verdict.ood() ? "a stranger" : "passes",
        verdict.score(),
        verdict.pValue(),
        FalseAlarmGuarantee.percent(verdict.pValue()));
    print(
        example.explanation().columns().stream()
            .filter(one -> one.share() >= SMALLEST_SHARE)
            .limit(MOST_COLUMNS)
            .toList(),
        out);
    print(example.explanation().reasons(), out);
    @Nullable Reconstruction made = example.explanation().reconstruction();
    if (made != null && shape.rank() == 2) {
      out.println(where(made.residual(), shape, columns));
    }
    out.println();
  }

  /** The channel that differs most from what was expected, and where it does. */
  private static String where(float[] residual, Shape shape, List<Column> columns) {
    int steps = shape.size() / shape.channels();
    double all = 0;
    double[] sums = new double[shape.channels()];
    for (int i = 0; i < residual.length; i++) {
      sums[i / steps] += residual[i];
      all += residual[i];
    }
    int channel = 0;
    for (int i = 1; i < sums.length; i++) {
      channel = sums[i] > sums[channel] ? i : channel;
    }
    int peak = channel * steps;
    for (int i = peak; i < (channel + 1) * steps; i++) {
      peak = residual[i] > residual[peak] ? i : peak;
    }
    boolean named = columns.size() == sums.length;
    String where =
        sums.length == 1
            ? ""
            : " in %s (%.0f %% of the difference)"
                .formatted(
                    named
                        ? VisibleText.of(columns.get(channel).name())
                        : "channel " + (channel + 1),
                    100 * sums[channel] / Math.max(all, Double.MIN_NORMAL));
    return "  differs most from what was expected%s, at step %d of %d"
        .formatted(where, peak - channel * steps, steps);
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
