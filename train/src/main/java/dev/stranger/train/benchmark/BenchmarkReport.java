package dev.stranger.train.benchmark;

import dev.stranger.CompleteFile;
import dev.stranger.report.Page;
import dev.stranger.report.PageTable;
import dev.stranger.report.Section;
import dev.stranger.report.Table;
import dev.stranger.report.svg.Markup;
import java.nio.file.Path;
import java.util.List;

/** Writes the results of a benchmark for people and for programs. */
public final class BenchmarkReport {

  /** What is written into the folder of a report. */
  public static final List<String> FILES = List.of("index.html", "benchmark.csv");

  private BenchmarkReport() {}

  /**
   * @param heading what was measured
   * @return the page
   * @throws dev.stranger.DataException when a file cannot be written
   */
  public static Path write(BenchmarkResults results, String heading, Path folder) {
    CompleteFile.write(folder.resolve("benchmark.csv"), results::writeCsv);
    Path page = folder.resolve("index.html");
    CompleteFile.write(page, out -> page(results, heading).write(out));
    return page;
  }

  private static Page page(BenchmarkResults results, String heading) {
    return new Page(
        "Stranger benchmark",
        "Stranger benchmark: " + heading,
        heading,
        List.of(
            new Section("summary", "Means over all sets", page -> writeSummary(page, results)),
            new Section("sets", "Set by set", page -> writeSets(page, results)),
            new Section("training", "Training and guarantee", page -> writeTraining(page, results)),
            new Section("missing", "Missing sets", page -> writeMissing(page, results))));
  }

  private static void writeSummary(Markup page, BenchmarkResults results) {
    if (!results.measured().isEmpty()) {
      page.element(
          "p",
          "Normal rows against anomalies, in percent. A rank of 1 is the highest AUROC on a set."
              + " The last column counts the sets on which Stranger has the higher AUROC.");
      PageTable.writeScrolling(page, "means", results.summary());
    }
  }

  private static void writeSets(Markup page, BenchmarkResults results) {
    if (!results.measured().isEmpty()) {
      PageTable.writeScrolling(page, "AUROC of each set", results.aurocs());
    }
  }

  private static void writeTraining(Markup page, BenchmarkResults results) {
    if (!results.measured().isEmpty()) {
      page.element("p", results.held() + ".");
      PageTable.writeScrolling(page, "training of each set", results.trainings());
    }
  }

  private static void writeMissing(Markup page, BenchmarkResults results) {
    if (!results.missing().isEmpty()) {
      List<List<String>> rows =
          results.missing().stream().map(set -> List.of(set.name(), set.missing())).toList();
      PageTable.writeScrolling(
          page, "missing sets", Table.of(Table.TEXTS, List.of("set", "reason"), rows));
    }
  }
}
