package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoredSet;
import dev.stranger.report.RankCurves.Curve;
import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Chart;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.LogScale;
import dev.stranger.report.svg.Markup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What other thresholds of the detector's score would give. */
final class CurvesSection {

  /** Fewer false alarms than one in so many are not shown. */
  private static final int FINEST = 10_000;

  /** Usual rates of false alarms. */
  private static final double[] RATES = {0.001, 0.01, 0.05, 0.1};

  private final Findings findings;

  CurvesSection(Findings findings) {
    this.findings = findings;
  }

  void writeTo(Markup page) {
    ScoreKind kind = Catch.score(findings);
    double[] normal = RankCurves.sorted(findings.normal().scores(kind));
    List<RankCurves> curves =
        findings.strangers().stream().map(set -> new RankCurves(normal, set.scores(kind))).toList();
    page.open("div", "class", "grid");
    page.open("figure").element("figcaption", "ROC curves");
    page.add(roc(curves.stream().map(RankCurves::roc).toList(), normal.length)).close("figure");
    page.open("figure").element("figcaption", "Precision and recall");
    page.add(precision(curves.stream().map(RankCurves::precisionRecall).toList()));
    page.close("figure").open("div");
    page.element("p", "Strangers caught, in %, if so many of these normal samples may be flagged:");
    PageTable.writeScrolling(page, "strangers caught", otherThresholds(curves));
    page.close("div").close("div");
  }

  private Table otherThresholds(List<RankCurves> curves) {
    List<String> heads = new ArrayList<>(List.of("strangers"));
    Arrays.stream(RATES).mapToObj(Words::percent).forEach(heads::add);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < curves.size(); i++) {
      List<String> row = new ArrayList<>(List.of(findings.strangers().get(i).name()));
      for (double rate : RATES) {
        row.add(Words.decimals(100 * curves.get(i).caughtAt(rate), 1));
      }
      rows.add(row);
    }
    return Table.of("", heads, rows);
  }

  private Markup roc(List<Curve> curves, int normal) {
    double rate = findings.guarantee().asked().falseAlarmRate();
    double least = Math.min(rate / 10, 1.0 / Math.max(10, Math.min(FINEST, normal)));
    Chart chart =
        new Chart(
            "receiver operating characteristic",
            new Axis("normal samples flagged", LogScale.ofShares(least, 1)),
            new Axis("strangers caught", LinearScale.ofShares(lowest(curves), 1)));
    draw(chart, curves, Metric.AUROC);
    return chart.rule(rate, "guaranteed " + Words.percent(rate)).drawing().toSvg();
  }

  private Markup precision(List<Curve> curves) {
    Chart chart =
        new Chart(
            "precision over recall",
            new Axis("strangers caught (recall)", LinearScale.ofShares(0, 1)),
            new Axis("strangers among the flagged", LinearScale.ofShares(lowest(curves), 1)));
    draw(chart, curves, Metric.AUPR_OUT);
    return chart.drawing().toSvg();
  }

  private void draw(Chart chart, List<Curve> curves, Metric metric) {
    ScoreKind kind = Catch.score(findings);
    for (int i = 0; i < curves.size(); i++) {
      ScoredSet set = findings.strangers().get(i);
      double mean = findings.evaluation().row(set.name(), kind).summary(metric.value()).mean();
      chart.line(curves.get(i).x(), curves.get(i).y(), Ink.of(i));
      chart.legend(Ink.of(i), set.name(), metric.title() + " " + metric.text(mean));
    }
  }

  /** Where the upper axis begins: good curves would all stick to its top if that were always 0. */
  private static double lowest(List<Curve> curves) {
    double least =
        curves.stream().flatMapToDouble(curve -> Arrays.stream(curve.y())).min().orElse(0);
    return least > 0.9 ? 0.9 : least > 0.5 ? 0.5 : 0;
  }
}
