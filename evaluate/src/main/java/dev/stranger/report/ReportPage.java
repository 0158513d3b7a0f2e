package dev.stranger.report;

import dev.stranger.evaluate.Findings;
import java.time.Instant;
import java.util.List;

/** What an evaluation found, as a page. */
final class ReportPage {

  private ReportPage() {}

  static Page of(Findings findings, Card card, Instant time) {
    FalseAlarms alarms = FalseAlarms.of(findings);
    return new Page(
        "Stranger report",
        "Stranger report: " + findings.normal().name(),
        heading(findings),
        List.of(
            new VerdictSection(new VerdictWords(findings, Catch.of(findings), alarms)),
            new MetricsSection(findings),
            new ScoresSection(findings),
            new CurvesSection(findings),
            new ExamplesSection(findings),
            new CalibrationSection(findings, alarms),
            new TrainingSection(card),
            new ProvenanceSection(findings, card, time)));
  }

  private static String heading(Findings findings) {
    List<String> sets = findings.evaluation().strangers();
    String strangers =
        sets.size() > 4 ? Words.count(sets.size(), "set") + " of strangers" : Words.list(sets);
    return findings.normal().name() + " against " + strangers;
  }
}
