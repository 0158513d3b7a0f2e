package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.RidgeChart;
import dev.stranger.report.svg.Scale;
import java.util.ArrayList;
import java.util.List;

/** How every score is distributed over normal samples and strangers. */
final class ScoresSection {

  private static final String GUIDE =
      """
      One hill a set, all of the same height; the grey hill behind each is that of the normal \
      samples. The less a hill covers of the grey one, the better. The axes leave out the \
      outermost %s of each set.""";

  private final Findings findings;

  ScoresSection(Findings findings) {
    this.findings = findings;
  }

  void writeTo(Markup page) {
    page.element("p", GUIDE.formatted(Words.percent(ScoreAxis.BEYOND)));
    page.open("div", "class", "grid");
    List<ScoreKind> kinds = findings.normal().kinds();
    List<Markup> charts = kinds.parallelStream().map(this::chart).toList();
    for (int i = 0; i < kinds.size(); i++) {
      page.open("figure").element("figcaption", kinds.get(i).title());
      page.add(charts.get(i)).close("figure").newLine();
    }
    page.close("div");
  }

  private Markup chart(ScoreKind kind) {
    boolean own = kind.role() == Role.DETECTOR;
    double threshold = own ? FalseAlarms.thresholdScore(findings.guarantee()) : Double.NaN;
    Scale scale = ScoreAxis.covering(scores(kind), threshold);
    RidgeChart chart =
        new RidgeChart("distribution of " + kind.title(), new Axis(kind.title(), scale));
    Density normal = new Density(scale, findings.normal().scores(kind));
    chart.row(
        "normal: " + findings.normal().name(),
        own ? flagged(findings.normal()) + " flagged" : "",
        normal.heights(),
        Ink.NORMAL);
    for (int i = 0; i < findings.strangers().size(); i++) {
      ScoredSet set = findings.strangers().get(i);
      double[] heights = new Density(scale, set.scores(kind)).heights();
      chart.row(set.name(), own ? flagged(set) + " caught" : auroc(set, kind), heights, Ink.of(i));
    }
    return own
        ? chart.rule(threshold, "flagged from here on →", "rule").drawing().toSvg()
        : chart.rule(normal.quantile(0.95), "95 % of normal", "rule dotted").drawing().toSvg();
  }

  private List<double[]> scores(ScoreKind kind) {
    List<double[]> scores = new ArrayList<>(List.of(findings.normal().scores(kind)));
    findings.strangers().forEach(set -> scores.add(set.scores(kind)));
    return scores;
  }

  private String flagged(ScoredSet set) {
    return Words.percent(set.flagged(findings.guarantee().threshold()));
  }

  private String auroc(ScoredSet set, ScoreKind kind) {
    double auroc =
        findings.evaluation().row(set.name(), kind).summary(ScoreComparison::auroc).mean();
    return "AUROC " + Words.decimals(auroc * 100, 1);
  }
}
