package dev.stranger.paper;

import java.util.List;
import java.util.stream.Stream;

/**
 * The results as a Markdown page with pictures beside it.
 *
 * @param folder of the pictures and files, as the page finds it
 */
record ResultsPage(Results results, Figures figures, String folder) {

  private static final String HEADING_OF_CURVES = "What settings and attacks change";

  private static final String CURVES =
      """
      AUROC against each set when one setting of the published St-RKM is changed, and of the one \
      score when whoever knows the detector changes every pixel a little: FGSM in one step, PGD in \
      many. Models of the first seed; a dot is a measurement.""";

  private static final String FAR =
      """
      The last column is what the same models give when they are scored as the published code \
      scores them, where that differs from the paper; the departures below say how.""";

  /** All that the page shows. */
  List<PictureFile> pictures() {
    return Stream.concat(
            tables().stream().flatMap(table -> table.pictures().stream()), curves().stream())
        .toList();
  }

  private List<MarkdownTable> tables() {
    return Stream.of(PaperTable.values())
        .map(table -> new MarkdownTable(table, TableBlock.of(table, results.results()), figures))
        .filter(table -> !table.blocks().isEmpty())
        .toList();
  }

  private List<PictureFile> curves() {
    return figures.curves().stream().map(PictureFile::curve).toList();
  }

  @Override
  public String toString() {
    Markdown page = new Markdown();
    new MarkdownIntroduction(results, folder).writeTo(page);
    for (MarkdownTable table : tables()) {
      table.writeTo(page, folder);
      if (table.table() == PaperTable.TABLE1) {
        writeFar(page);
      }
    }
    if (!figures.curves().isEmpty()) {
      page.heading(2, HEADING_OF_CURVES).paragraph(CURVES).pictures(curves(), folder);
    }
    writeDepartures(page);
    List<String> notes = notes();
    if (!notes.isEmpty()) {
      page.heading(2, "Notes").list(notes);
    }
    return page.toString();
  }

  private void writeFar(Markdown page) {
    List<Result> far = results.ofStRkm().stream().filter(Result::isFar).toList();
    if (!far.isEmpty()) {
      page.heading(3, "St-RKM figures of Table 1 more than two published deviations away");
      page.paragraph(FAR);
      MarkdownTable.writeList(page, far, results);
    }
  }

  private void writeDepartures(Markdown page) {
    if (!results.departures().isEmpty()) {
      page.heading(2, "Where the published code departs from the paper");
      page.texts(
          List.of("topic", "the paper", "its code", "this run"),
          results.departures().stream()
              .map(
                  departure ->
                      Stream.of(
                              departure.topic(),
                              departure.paper(),
                              departure.code(),
                              departure.here())
                          .map(Markdown::plain)
                          .toList())
              .toList());
    }
  }

  private List<String> notes() {
    return Stream.concat(results.notes().stream(), MethodName.notes(results.methods()))
        .map(Markdown::plain)
        .toList();
  }
}
