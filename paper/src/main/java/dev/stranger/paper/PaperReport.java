package dev.stranger.paper;

import dev.stranger.CompleteFile;
import dev.stranger.report.Page;
import dev.stranger.report.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what a run of the experiments measured for people and for programs. Costs a sort of the
 * scores of every density.
 */
public final class PaperReport {

  private static final String TITLE =
      "Unsupervised energy-based out-of-distribution detection with the St-RKM: published and measured";

  private PaperReport() {}

  /**
   * Writes {@code results.csv}, {@code results.json}, {@code curves.csv} and {@code index.html}
   * into a folder, which is made when there is none. The page is complete in itself: it can be
   * sent, kept and opened anywhere.
   *
   * @return the page
   * @throws dev.stranger.DataException when a file cannot be written
   */
  public static Path write(Results results, Figures figures, Path folder) {
    CompleteFile.write(folder.resolve("results.csv"), out -> ResultsCsv.write(results, out));
    CompleteFile.write(folder.resolve("results.json"), out -> ResultsJson.write(results, out));
    CompleteFile.write(folder.resolve("curves.csv"), out -> CurvesCsv.write(figures.curves(), out));
    Path file = folder.resolve("index.html");
    CompleteFile.write(file, page(results, figures)::write);
    return file;
  }

  private static Page page(Results results, Figures figures) {
    List<Section> sections = new ArrayList<>(List.of(new ReadingSection(results)));
    for (PaperTable table : PaperTable.values()) {
      sections.add(new TableSection(table, TableBlock.of(table, results.results())));
    }
    sections.add(new DensitySection(figures.densities()));
    sections.add(new SameSection(figures.same()));
    sections.add(new FlaggedSection(figures.flagged()));
    sections.add(new CurveSection(figures.curves()));
    sections.add(new DepartureSection(results.departures()));
    sections.add(new FactsSection(results.facts()));
    return new Page(
        "Stranger: the experiments of the paper", "Stranger: the paper", TITLE, sections);
  }
}
