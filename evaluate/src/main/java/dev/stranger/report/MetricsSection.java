package dev.stranger.report;

import dev.stranger.evaluate.Evaluation;
import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.metric.Summary;
import dev.stranger.report.svg.Markup;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The metrics of every score, a table for each set of strangers. */
final class MetricsSection implements Section {

  private final Evaluation evaluation;
  private final int detectors;

  MetricsSection(Findings findings) {
    evaluation = findings.evaluation();
    detectors = findings.detectors().size();
  }

  @Override
  public String id() {
    return "metrics";
  }

  @Override
  public String title() {
    return "The numbers";
  }

  @Override
  public void writeTo(Markup page) {
    page.element("p", introduction());
    writeMeanings(page);
    for (String stranger : evaluation.strangers()) {
      List<Row> rows =
          evaluation.rows().stream().filter(row -> row.stranger().equals(stranger)).toList();
      page.element("h3", evaluation.normal() + " against " + stranger);
      ScrollBox.write(page, "metrics of " + stranger, () -> writeTable(page, rows));
    }
  }

  private String introduction() {
    String spread =
        detectors == 1
            ? "of one detector; several would show how far to trust them"
            : "means over %d detectors, ± half of the 95 %% interval of the mean"
                .formatted(detectors);
    return """
        All numbers are %s. ★ marks the best of a column, ↓ that low is good, ↑ that high is \
        good."""
        .formatted(spread);
  }

  private static void writeMeanings(Markup page) {
    page.open("details").element("summary", "What each number means");
    page.open("dl", "class", "meanings");
    for (Metric metric : Metric.TABLE) {
      page.element("dt", metric.title()).element("dd", metric.meaning());
    }
    page.close("dl").close("details").newLine();
  }

  private static void writeTable(Markup page, List<Row> rows) {
    page.open("table", "class", "metrics")
        .open("thead")
        .open("tr")
        .element("th", "score", "scope", "col");
    for (Metric metric : Metric.TABLE) {
      page.open("th", "scope", "col").text(metric.title() + " ");
      page.element("span", metric.unit(), "class", "unit").close("th");
    }
    page.close("tr").close("thead").open("tbody");
    Map<Metric, String> best = new EnumMap<>(Metric.class);
    Metric.TABLE.forEach(metric -> best.put(metric, best(metric, rows)));
    rows.forEach(row -> writeRow(page, row, best));
    page.close("tbody").close("table");
  }

  /** As the best is shown, so that what looks equal is equally good; empty where all look equal. */
  private static String best(Metric metric, List<Row> rows) {
    double[] means = rows.stream().mapToDouble(row -> row.summary(metric.value()).mean()).toArray();
    String best = metric.text(metric.best(means));
    return Arrays.stream(means).mapToObj(metric::text).allMatch(best::equals) ? "" : best;
  }

  private static void writeRow(Markup page, Row row, Map<Metric, String> best) {
    Role role = row.kind().role();
    page.open("tr", "class", roleText(role)).open("th", "scope", "row").text(row.kind().title());
    page.element("span", roleText(role), "class", "role").close("th");
    for (Metric metric : Metric.TABLE) {
      writeCell(page, metric, row.summary(metric.value()), best.get(metric));
    }
    page.close("tr").newLine();
  }

  private static void writeCell(Markup page, Metric metric, Summary summary, String best) {
    String mean = metric.text(summary.mean());
    boolean isBest = mean.equals(best);
    page.open("td", "class", isBest ? "best" : "number").text((isBest ? "★ " : "") + mean);
    if (summary.count() > 1) {
      page.element("span", " ± " + metric.text(summary.high() - summary.mean()), "class", "unit");
    }
    page.close("td");
  }

  private static String roleText(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
