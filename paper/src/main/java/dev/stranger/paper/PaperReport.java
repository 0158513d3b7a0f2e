package dev.stranger.paper;

import dev.stranger.CompleteFile;
import dev.stranger.Range;
import dev.stranger.report.Page;
import dev.stranger.report.PageParts;
import dev.stranger.report.PageTable;
import dev.stranger.report.Pixels;
import dev.stranger.report.Section;
import dev.stranger.report.Words;
import dev.stranger.report.svg.Markup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    CompleteFile.write(
        folder.resolve("curves.csv"), out -> ResultsCsv.writeCurves(figures.curves(), out));
    Path file = folder.resolve("index.html");
    CompleteFile.write(file, page(results, figures)::write);
    return file;
  }

  /** A new part of the page is its line here. */
  private static Page page(Results results, Figures figures) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "summary", "What came out, and how to read it", new ReadingSection(results)::writeTo));
    for (PaperTable table : PaperTable.values()) {
      List<TableBlock> blocks = TableBlock.of(table, results.results());
      sections.add(
          new Section(table.key(), table.title(), page -> writeTables(page, table, blocks)));
    }
    sections.add(
        new Section(
            "differences",
            Differences.TITLE,
            page -> writeDifferences(page, Differences.of(results))));
    sections.add(
        new Section(
            "densities",
            "How the scores are distributed",
            page -> DensityPanels.writeByMethod(page, figures.densities())));
    sections.add(
        new Section(
            "same-densities",
            "Scores of one distribution",
            page -> DensityPanels.writeSame(page, figures.same())));
    sections.add(
        new Section(
            "flagged",
            "Samples that were flagged",
            page -> figures.flagged().forEach(set -> writeFlagged(page, set))));
    sections.add(
        new Section(
            "curves",
            "What settings and attacks change",
            page -> CurveDrawing.write(page, figures.curves())));
    sections.add(
        new Section(
            "departures",
            "Where the published code departs from the paper",
            page -> writeDepartures(page, results.departures())));
    sections.add(
        new Section(
            "provenance",
            "Where this comes from",
            page -> PageParts.writeFacts(page, flat(results.facts().toMap()))));
    return new Page(
        "Stranger: the experiments of the paper", "Stranger: the paper", TITLE, sections);
  }

  private static void writeTables(Markup page, PaperTable table, List<TableBlock> blocks) {
    if (!blocks.isEmpty()) {
      page.element("p", table.guide());
    }
    for (TableBlock block : blocks) {
      page.element("h3", block.heading());
      PageTable.writeScrolling(page, block.heading(), ResultTable.forPage(table, block));
    }
  }

  private static void writeDifferences(Markup page, Differences differences) {
    if (!differences.left().isEmpty()) {
      page.element("p", Differences.LEFT);
      PageTable.write(page, differences.tableLeft());
    }
    if (!differences.byCode().isEmpty()) {
      page.element("p", Differences.BY_CODE);
      PageTable.write(page, differences.tableByCode());
    }
  }

  private static void writeFlagged(Markup page, FlaggedSamples set) {
    if (!set.samples().isEmpty()) {
      String title = SetTitle.of(set.set());
      page.element("h3", title).open("div", "class", "thumbs");
      for (float[] sample : set.samples()) {
        String image = Pixels.of(set.shape(), sample).reduced().image(Range.UNIT);
        page.empty("img", "src", image, "alt", "a flagged sample of " + title);
      }
      page.close("div").newLine();
    }
  }

  private static void writeDepartures(Markup page, List<Departure> departures) {
    if (!departures.isEmpty()) {
      PageTable.write(page, Departure.table(departures));
    }
  }

  /** Maps within maps by the names on the way to their values. */
  private static Map<String, String> flat(Map<?, ?> facts) {
    Map<String, String> flat = new LinkedHashMap<>();
    facts.forEach((name, value) -> add(flat, List.of(name.toString()), value));
    return flat;
  }

  private static void add(Map<String, String> flat, List<String> path, Object value) {
    if (value instanceof Map<?, ?> inner) {
      inner.forEach(
          (key, deeper) ->
              add(flat, Stream.concat(path.stream(), Stream.of(key.toString())).toList(), deeper));
    } else if (value instanceof List<?> texts) {
      flat.put(
          Words.path(path), texts.stream().map(Object::toString).collect(Collectors.joining("; ")));
    } else {
      flat.put(Words.path(path), value.toString());
    }
  }
}
