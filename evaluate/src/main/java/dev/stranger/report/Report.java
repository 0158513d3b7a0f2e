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
    CompleteFile.write(page, out -> ReportPage.of(findings, card, time).write(out));
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
}
