package dev.stranger.report;

import dev.stranger.metric.ScoreComparison;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The columns of a table of metrics; docs/metrics.md defines them. */
public enum Metric {
  FPR95(
      "fpr95",
      "FPR95",
      Form.LOW_PERCENT,
      """
      Strangers that pass unnoticed when the line is drawn so that 95 % of the normal samples \
      pass. 0 is best."""),
  AUROC(
      "auroc",
      "AUROC",
      Form.HIGH_PERCENT,
      """
      Chance that a stranger gets a higher score than a normal sample. 100 is best, 50 is \
      guessing."""),
  AUPR_IN(
      "aupr_in",
      "AUPR-in",
      Form.HIGH_PERCENT,
      """
      Average precision of finding the normal samples. 100 is best; depends on how many there \
      are of each kind."""),
  AUPR_OUT(
      "aupr_out",
      "AUPR-out",
      Form.HIGH_PERCENT,
      """
      Average precision of finding the strangers. 100 is best; depends on how many there are of \
      each kind."""),
  OVERLAP(
      "overlap",
      "overlap",
      Form.LOW_NUMBER,
      "Area that the two distributions of scores share. 0 is best, 1 is the same distribution."),
  OVERLAP_UNION(
      "overlap_union",
      "overlap, union",
      Form.LOW_NUMBER,
      "The shared area over the area that either covers. 0 is best."),
  MMD(
      "mmd",
      "MMD",
      Form.HIGH_NUMBER,
      """
      Squared maximum mean discrepancy: how different the two distributions are. Larger is \
      better."""),
  WASSERSTEIN(
      "wasserstein",
      "WD",
      Form.HIGH_NUMBER,
      """
      Wasserstein distance: how far one distribution would have to be moved to become the \
      other, in standard deviations of both together. Larger is better."""),
  FPR95_OUT_POSITIVE(
      "fpr95_out_positive",
      "FPR95, out positive",
      Form.LOW_PERCENT,
      "Normal samples that are flagged when 95 % of the strangers are. 0 is best.");

  /** How a metric is shown, and whether low or high is good. */
  private enum Form {
    LOW_PERCENT(100, 2, false),
    HIGH_PERCENT(100, 2, true),
    LOW_NUMBER(1, 3, false),
    HIGH_NUMBER(1, 3, true);

    private final double unit;
    private final int digits;
    private final boolean highIsBest;

    Form(double unit, int digits, boolean highIsBest) {
      this.unit = unit;
      this.digits = digits;
      this.highIsBest = highIsBest;
    }
  }

  /** Those that the page shows; files hold all. */
  public static final List<Metric> TABLE =
      Arrays.stream(values()).filter(metric -> metric != FPR95_OUT_POSITIVE).toList();

  private final String key;
  private final String title;
  private final Form form;
  private final String meaning;

  Metric(String key, String title, Form form, String meaning) {
    this.key = key;
    this.title = title;
    this.form = form;
    this.meaning = meaning;
  }

  /** In files, and of the number in a {@link ScoreComparison}. */
  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  /** In a sentence or two. */
  public String meaning() {
    return meaning;
  }

  ToDoubleFunction<ScoreComparison> value() {
    return comparison -> comparison.number(key);
  }

  /** The metric in the unit that tables show: shares in percent. */
  public double inUnit(ScoreComparison comparison) {
    return form.unit * comparison.number(key);
  }

  /** How many digits tables show after the point. */
  public int digits() {
    return form.digits;
  }

  public boolean isPercent() {
    return form.unit == 100;
  }

  /** As the table shows a value or the half width of an interval. */
  String text(double value) {
    return Words.decimals(value * form.unit, form.digits);
  }

  /** "percent, low is best" and the like. */
  public String unit() {
    return (isPercent() ? "% " : "") + (form.highIsBest ? "↑" : "↓");
  }

  /** The best of several values. */
  double best(double[] values) {
    return form.highIsBest
        ? Arrays.stream(values).max().orElseThrow()
        : Arrays.stream(values).min().orElseThrow();
  }
}
