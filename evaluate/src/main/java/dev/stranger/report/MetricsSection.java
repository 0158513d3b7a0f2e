package dev.stranger.report;

import dev.stranger.evaluate.Evaluation;
import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Findings;
import dev.stranger.metric.Summary;
import dev.stranger.report.svg.Markup;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The metrics of every score, a table for each set of strangers. */
final class MetricsSection {

  private final Evaluation evaluation;
  private final int detectors;

  MetricsSection(Findings findings) {
    evaluation = findings.evaluation();
    detectors = findings.detectors().size();
  }

  void writeTo(Markup page) {
    page.element("p", introduction());
    Map<String, String> meanings = new LinkedHashMap<>();
    Metric.TABLE.forEach(metric -> meanings.put(metric.title(), metric.meaning()));
    PageParts.writeMeanings(page, "What each number means", meanings);
    for (String stranger : evaluation.strangers()) {
      List<Row> rows =
          evaluation.rows().stream().filter(row -> row.stranger().equals(stranger)).toList();
      page.element("h3", evaluation.normal() + " against " + stranger);
      PageTable.writeScrolling(page, "metrics of " + stranger, table(rows));
    }
  }

  private String introduction() {
    String spread =
        detectors == 1
            ? "of one detector; several would show how far to trust them"
            : "means over %s detectors, ± half of the 95 %% interval of the mean"
                .formatted(Words.count(detectors));
    return """
        All numbers are %s. ★ marks the best of a column, ↓ that low is good, ↑ that high is \
        good."""
        .formatted(spread);
  }

  private static Table table(List<Row> rows) {
    Map<Metric, String> best = new EnumMap<>(Metric.class);
    Metric.TABLE.forEach(metric -> best.put(metric, best(metric, rows)));
    return new Table(
        "metrics",
        "score",
        Metric.TABLE.stream()
            .map(metric -> new Table.Column("", metric.unit(), metric.title(), ""))
            .toList(),
        rows.stream().map(row -> row(row, best)).toList());
  }

  /** As the best is shown, so that what looks equal is equally good; empty where all look equal. */
  private static String best(Metric metric, List<Row> rows) {
    double[] means = rows.stream().mapToDouble(row -> row.summary(metric.value()).mean()).toArray();
    String best = metric.text(metric.best(means));
    return Arrays.stream(means).mapToObj(metric::text).allMatch(best::equals) ? "" : best;
  }

  private static Table.Row row(Row row, Map<Metric, String> best) {
    String role = row.kind().role().name().toLowerCase(Locale.ROOT);
    List<Table.Cell> cells =
        Metric.TABLE.stream()
            .map(metric -> cell(metric, row.summary(metric.value()), best.get(metric)))
            .toList();
    return new Table.Row(row.kind().title(), role, role, cells);
  }

  private static Table.Cell cell(Metric metric, Summary summary, String best) {
    String mean = metric.text(summary.mean());
    String half = summary.count() > 1 ? "± " + metric.text(summary.high() - summary.mean()) : "";
    boolean isBest = mean.equals(best);
    return new Table.Cell(mean, half, isBest ? "★" : "", isBest ? "best" : "");
  }
}
