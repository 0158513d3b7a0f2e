package dev.stranger.report;

import dev.stranger.CompleteFile;
import dev.stranger.evaluate.Findings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Writes what an evaluation found for people and for programs. Costs about a pass over all scores:
 * well under two seconds for a million samples.
 */
public final class Report {

  /** What is written into the folder of a report. */
  public static final List<String> FILES = List.of("index.html", "metrics.csv", "metrics.json");

  private Report() {}

  /**
   * Writes {@code index.html}, {@code metrics.csv} and {@code metrics.json} into a folder, which is
   * made when there is none. The page is complete in itself: it can be sent, kept and opened
   * anywhere.
   *
   * @return the page
   * @throws dev.stranger.DataException when a file cannot be written
   */
  public static Path write(Findings findings, Path folder) {
    return write(findings, folder, Instant.now());
  }

  static Path write(Findings findings, Path folder, Instant time) {
    check(findings);
    Card card = Card.parse(findings.card());
    CompleteFile.write(folder.resolve("metrics.csv"), out -> MetricsCsv.write(findings, out));
    CompleteFile.write(
        folder.resolve("metrics.json"), out -> MetricsJson.write(findings, card, time, out));
    Path page = folder.resolve("index.html");
    CompleteFile.write(page, out -> page(findings, card, time).write(out));
    return page;
  }

  private static void check(Findings findings) {
    if (findings.evaluation().rows().isEmpty()) {
      throw new IllegalArgumentException("a report needs at least one set of strangers");
    }
    int runs = findings.evaluation().rows().get(0).runs().size();
    if (runs != findings.detectors().size()) {
      throw new IllegalArgumentException(
          "%d detectors, but an evaluation of %d".formatted(findings.detectors().size(), runs));
    }
  }

  /** A new part of the page is a class like these and its line here. */
  private static Page page(Findings findings, Card card, Instant time) {
    FalseAlarms alarms = FalseAlarms.of(findings);
    VerdictWords words = new VerdictWords(findings, Catch.of(findings), alarms);
    return new Page(
        "Stranger report",
        "Stranger report: " + findings.normal().name(),
        heading(findings),
        List.of(
            new Section("verdict", "The verdict", new VerdictSection(words)::writeTo),
            new Section("metrics", "The numbers", new MetricsSection(findings)::writeTo),
            new Section(
                "scores", "How the scores are distributed", new ScoresSection(findings)::writeTo),
            new Section(
                "curves",
                "What another threshold would give",
                new CurvesSection(findings)::writeTo),
            new Section("samples", "The hardest samples", new ExamplesSection(findings)::writeTo),
            new Section(
                "calibration",
                "False alarms: guaranteed and real",
                new CalibrationSection(findings, alarms)::writeTo),
            new Section("training", "Training", new TrainingSection(card)::writeTo),
            new Section(
                "provenance",
                "Where this comes from",
                new ProvenanceSection(findings, card, time)::writeTo)));
  }

  private static String heading(Findings findings) {
    List<String> sets = findings.evaluation().strangers();
    String strangers =
        sets.size() > 4 ? Words.count(sets.size(), "set") + " of strangers" : Words.list(sets);
    return findings.normal().name() + " against " + strangers;
  }
}
