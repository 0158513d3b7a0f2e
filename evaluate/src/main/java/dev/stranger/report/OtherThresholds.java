package dev.stranger.report;

import dev.stranger.evaluate.ScoredSet;
import dev.stranger.report.svg.Markup;
import java.util.Arrays;
import java.util.List;

/** A small table: how many strangers are caught at some usual rates of false alarms. */
record OtherThresholds(List<ScoredSet> sets, List<RankCurves> curves) {

  private static final double[] RATES = {0.001, 0.01, 0.05, 0.1};

  void writeTo(Markup page) {
    page.element("p", "Strangers caught, in %, if so many of these normal samples may be flagged:");
    page.open("div", "class", "scroll", "tabindex", "0");
    page.open("table").open("thead").open("tr").element("th", "strangers", "scope", "col");
    Arrays.stream(RATES).forEach(rate -> page.element("th", Words.percent(rate), "scope", "col"));
    page.close("tr").close("thead").open("tbody");
    for (int i = 0; i < sets.size(); i++) {
      page.open("tr").element("th", sets.get(i).name(), "scope", "row");
      for (double rate : RATES) {
        page.element("td", Words.decimals(100 * curves.get(i).caughtAt(rate), 1));
      }
      page.close("tr").newLine();
    }
    page.close("tbody").close("table").close("div");
  }
}
