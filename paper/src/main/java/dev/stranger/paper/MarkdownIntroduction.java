package dev.stranger.paper;

import dev.stranger.paper.MethodName.Learns;
import dev.stranger.report.Words;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a Markdown page of results is, what was run for it, and how to read it. */
record MarkdownIntroduction(Results results, String folder) {

  private static final String ABOUT =
      """
      What the paper published and what was measured here, side by side. `stranger paper` wrote \
      this page with all its figures and pictures; nothing was typed in.""";

  private static final String HOW_TO_READ =
      """
      Figures are means over seeds, with the standard deviation in brackets. The published ones \
      are the paper's, over ten runs of 1,600 epochs.""";

  private static final String OWN =
      """
      Of the paper's %d figures of the St-RKM in Table 1, %d lie that near when samples are scored \
      as the paper says, %d when they are scored as its code does.""";

  void writeTo(Markdown page) {
    page.heading(1, "The paper, measured").paragraph(ABOUT);
    writeInShort(page);
    page.paragraph(
        "For programs: %s and %s. Where it comes from: %s."
            .formatted(file("results.csv"), file("curves.csv"), file("provenance.json")));
    writeRun(page);
    writeReading(page);
  }

  private void writeInShort(Markdown page) {
    if (!results.inShort().isEmpty()) {
      page.paragraph(Markdown.plain(results.inShort()));
    }
    writeOwn(page, results.ofStRkm());
  }

  private void writeOwn(Markdown page, List<Result> own) {
    if (!own.isEmpty()) {
      page.paragraph(
          OWN.formatted(own.size(), near(own.stream()), near(own.stream().map(this::asPublished))));
    }
  }

  private Result asPublished(Result result) {
    return results.asPublished(result).orElse(result);
  }

  private static long near(Stream<Result> results) {
    return results.filter(result -> !result.isFar()).count();
  }

  private String file(String name) {
    return Markdown.link(name, folder + "/" + name);
  }

  private void writeRun(Markdown page) {
    RunFacts facts = results.facts();
    page.heading(2, "What was run");
    page.list(
        List.of(
            "command: " + Markdown.code(facts.command()),
            "device: " + Markdown.plain(facts.device()),
            Markdown.plain(
                "page written at %s by Stranger %s with the presets of libtorch %s, Java %s"
                    .formatted(facts.time(), facts.version(), facts.libtorch(), facts.java()))));
    page.table(
        List.of("model, and the rows that come from it", "epochs", "seeds"),
        facts.models().stream().map(MarkdownIntroduction::model).toList());
  }

  private static List<String> model(ModelFacts model) {
    String rows = model.rows().stream().map(MethodName::title).collect(Collectors.joining(", "));
    return List.of(
        Markdown.code(model.name()) + ": " + Markdown.plain(rows.isEmpty() ? "curves" : rows),
        model.epochs() == 0 ? "–" : Words.count(model.epochs()),
        Integer.toString(model.seeds().size()));
  }

  private void writeReading(Markdown page) {
    page.heading(2, "How to read it").paragraph(HOW_TO_READ);
    page.list(Stream.of(FigureText.LEGEND, Learns.LEGEND).map(Markdown::plain).toList());
    Stream<String> metrics =
        results.results().stream()
            .map(Result::metric)
            .distinct()
            .sorted()
            .map(metric -> metric.title() + ": " + metric.meaning());
    Stream<String> methods =
        results.methods().stream().map(method -> method.marked() + ": " + method.about());
    writeFolded(page, "What each number means", metrics);
    writeFolded(page, "Where each method comes from", methods);
  }

  private static void writeFolded(Markdown page, String summary, Stream<String> items) {
    page.folded(summary, new Markdown().list(items.map(Markdown::plain).toList()));
  }
}
