package dev.stranger.paper;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.stranger.paper.MethodName.Learns;
import dev.stranger.report.Markdown;
import dev.stranger.report.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results as a Markdown page with pictures beside it: what was found, the tables, and last what
 * was run.
 *
 * @param kept pictures of an earlier page, as far as this run drew none of their kind
 * @param folder of the pictures and files, as the page finds it
 */
record ResultsPage(Results results, Figures figures, KeptPictures kept, String folder) {

  private static final String ABOUT =
      """
      This page compares the figures that the paper published with our measurements. `stranger \
      paper` wrote it; all measured figures in its tables come from the models named at its end.""";

  private static final String HEAD_LEGEND =
      """
      FPR95: share of strangers that pass when 95 %% of the normal samples pass; 0 is best. *: more \
      than two published standard deviations from the published mean. –: the paper has no figure. \
      %s.""";

  private static final String HOW_TO_READ =
      """
      Figures are means over seeds, with the standard deviation in brackets. The published ones \
      are the paper's, over ten runs of 1,600 epochs.""";

  private static final String CURVES =
      """
      The first curves show how one setting of the published St-RKM changes its AUROC on each set. \
      The others show the AUROC of the one score under white-box attacks, which change every pixel \
      a little: FGSM in one step, PGD in many. The models have the first seed; a dot is a \
      measurement.""";

  private static final String KEPT_CURVES =
      " The pictures are kept from an earlier run, whose models may differ from those of the tables (%s).";

  private static final String KEPT =
      """
      The command above did not measure these rows. They are kept from earlier runs, named by \
      version and time; `provenance.json` says what was run for them.""";

  /** All that the page shows. */
  List<PictureFile> pictures() {
    return Stream.concat(
            tables().stream().flatMap(table -> table.pictures().stream()), curves().stream())
        .toList();
  }

  private List<MarkdownTables> tables() {
    return Stream.of(PaperTable.values())
        .map(
            table ->
                new MarkdownTables(table, TableBlock.of(table, results.results()), figures, kept))
        .filter(table -> !table.blocks().isEmpty())
        .toList();
  }

  private List<PictureFile> curves() {
    return Stream.concat(
            figures.curves().stream().map(PictureFile::curve),
            kept.files().stream().filter(PictureFile::isCurve))
        .toList();
  }

  @Override
  public String toString() {
    Markdown page = new Markdown().heading(1, "The paper, measured");
    if (!results.banner().isEmpty()) {
      page.paragraph("> **%s**".formatted(Markdown.plain(results.banner())));
    }
    page.paragraph(ABOUT);
    writeHighlights(page);
    writeDepartures(page);
    writeReading(page);
    for (MarkdownTables table : tables()) {
      table.writeTo(page, folder);
    }
    writeDifferences(page);
    if (!curves().isEmpty()) {
      boolean isKept = kept.files().containsAll(curves());
      page.heading(2, "What settings and attacks change");
      page.paragraph(isKept ? CURVES + KEPT_CURVES.formatted(KeptPictures.LINK) : CURVES);
      page.lines(PictureFile.links(curves(), folder));
    }
    if (!results.allNotes().isEmpty()) {
      page.heading(2, "Notes").list(results.allNotes().stream().map(Markdown::plain).toList());
    }
    writeRun(page);
    return page.toString();
  }

  private void writeHighlights(Markdown page) {
    Highlights highlights = new Highlights(results);
    page.list(highlights.sentences().stream().map(Markdown::plain).toList());
    if (!highlights.table().rows().isEmpty()) {
      page.table(highlights.table());
      page.paragraph(Markdown.plain(HEAD_LEGEND.formatted(Learns.LEGEND)));
    }
  }

  private void writeDepartures(Markdown page) {
    List<Departure> departures = results.departures();
    if (!departures.isEmpty()) {
      page.heading(2, "Where the published code departs from the paper");
      page.folded(
          "%d places, and what was done here".formatted(departures.size()),
          new Markdown().table(Departure.table(departures)));
    }
  }

  private void writeDifferences(Markdown page) {
    Differences differences = Differences.of(results);
    if (!differences.isEmpty()) {
      page.heading(2, Differences.TITLE);
    }
    if (!differences.left().isEmpty()) {
      page.paragraph(Differences.LEFT).table(differences.tableLeft());
    }
    if (!differences.byCode().isEmpty()) {
      page.paragraph(Differences.BY_CODE).table(differences.tableByCode());
    }
  }

  private void writeReading(Markdown page) {
    page.heading(2, "How to read the tables").paragraph(HOW_TO_READ);
    page.list(Stream.of(ResultTable.LEGEND, Learns.LEGEND).map(Markdown::plain).toList());
    writeMeanings(page, "What each number means", results.meaningsOfMetrics());
    writeMeanings(page, "Where each method comes from", results.meaningsOfMethods());
  }

  private static void writeMeanings(Markdown page, String summary, Map<String, String> meanings) {
    List<String> items =
        meanings.entrySet().stream()
            .map(entry -> Markdown.plain(entry.getKey() + ": " + entry.getValue()))
            .toList();
    page.folded(summary, new Markdown().list(items));
  }

  private void writeRun(Markdown page) {
    RunFacts facts = results.facts();
    page.heading(2, "What was run");
    List<String> run =
        List.of(
            "command: " + Markdown.code(facts.command()),
            "device: " + Markdown.plain(facts.device()),
            Markdown.plain(
                "page written at %s by Stranger %s with the presets of libtorch %s, Java %s"
                    .formatted(facts.time(), facts.version(), facts.libtorch(), facts.java())),
            "for programs: %s and %s; where it comes from: %s"
                .formatted(file("results.csv"), file("curves.csv"), file("provenance.json")));
    page.list(
        Stream.concat(run.stream(), kept.origins(results).stream().map(Markdown::plain)).toList());
    writeKept(page);
    page.table(
        List.of("model, and the rows that come from it", "epochs", "seeds"),
        facts.models().stream().map(ResultsPage::model).toList());
  }

  /** Which rows another run measured. */
  private void writeKept(Markdown page) {
    Map<List<String>, List<Result>> kept =
        results.results().stream()
            .filter(Result::isKept)
            .collect(groupingBy(ResultsPage::origin, LinkedHashMap::new, toList()));
    if (!kept.isEmpty()) {
      page.paragraph(KEPT);
      page.table(
          List.of("kept from", "epochs", "seeds", "rows"),
          kept.entrySet().stream().map(ResultsPage::keptRow).toList());
    }
  }

  private static List<String> origin(Result result) {
    return List.of(
        Objects.requireNonNull(result.keptFrom()),
        result.epochs() == 0 ? "–" : Words.count(result.epochs()),
        Words.count(result.measured().count()));
  }

  private static List<String> keptRow(Map.Entry<List<String>, List<Result>> kept) {
    String rows =
        kept.getValue().stream()
            .map(result -> result.method().title())
            .distinct()
            .collect(Collectors.joining("; "));
    return Stream.concat(kept.getKey().stream(), Stream.of(rows)).map(Markdown::plain).toList();
  }

  private String file(String name) {
    return Markdown.link(name, folder + "/" + name);
  }

  private static List<String> model(ModelFacts model) {
    String rows = model.rows().stream().map(MethodName::title).collect(Collectors.joining(", "));
    return List.of(
        Markdown.code(model.name()) + ": " + Markdown.plain(rows.isEmpty() ? "curves" : rows),
        model.epochs() == 0 ? "–" : Words.count(model.epochs()),
        Integer.toString(model.seeds().size()));
  }
}
