package dev.stranger.paper;

import dev.stranger.report.Markdown;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of the paper on a Markdown page, with the distributions of its scores.
 *
 * @param kept pictures of an earlier page
 */
record MarkdownTables(
    PaperTable table, List<TableBlock> blocks, Figures figures, KeptPictures kept) {

  private static final String ACROSS =
      "Each cell has the measured value, and below it, in italics, the published one.";

  private static final String HILLS =
      "Grey areas are the densities of %s, dashed lines those of %s. The models have the first seed.";

  private static final String KEPT =
      " The picture is kept from an earlier run, whose models may differ from those of the table (%s).";

  /** How the scores of each block are distributed, as far as that was asked for. */
  List<PictureFile> pictures() {
    return blocks.stream().flatMap(block -> picture(block).stream()).toList();
  }

  private List<PictureFile> picture(TableBlock block) {
    List<DensityFigure> densities =
        switch (table) {
          case TABLE1 -> figures.densities();
          case SAME -> figures.same();
          case TABLE2, TABLE3, MMD_WD, PHOTOS -> List.of();
        };
    List<DensityFigure> shown =
        densities.stream().filter(figure -> figure.set().equals(block.out())).toList();
    String name = table == PaperTable.SAME ? table.key() : block.out();
    String title = "Scores of " + block.heading();
    if (!shown.isEmpty()) {
      return List.of(PictureFile.densities(name, title, shown));
    }
    return table == PaperTable.TABLE1 || table == PaperTable.SAME ? keptOf(name) : List.of();
  }

  private List<PictureFile> keptOf(String name) {
    String file = PictureFile.densities(name);
    return kept.files().stream().filter(picture -> picture.name().equals(file)).toList();
  }

  void writeTo(Markdown page, String folder) {
    page.heading(2, table.title()).paragraph(Markdown.plain(table.guide()));
    if (!pictures().isEmpty()) {
      page.paragraph(Markdown.plain(DensityPanels.GUIDE));
    }
    if (table == PaperTable.TABLE2 || table == PaperTable.MMD_WD) {
      table.metrics().forEach(metric -> writeAcross(page, metric));
    } else {
      blocks.forEach(block -> writeBlock(page, block, folder));
    }
  }

  private void writeBlock(Markdown page, TableBlock block, String folder) {
    page.heading(3, block.heading()).table(ResultTable.forMarkdown(table, block));
    List<PictureFile> picture = picture(block);
    if (!picture.isEmpty()) {
      String hills =
          table == PaperTable.SAME
              ? HILLS.formatted("training samples", "test samples")
              : HILLS.formatted("normal samples", "strangers");
      boolean isKept = kept.files().containsAll(picture);
      page.paragraph(isKept ? hills + KEPT.formatted(KeptPictures.LINK) : hills);
      page.lines(PictureFile.links(picture, folder));
    }
  }

  /** A metric over all sets: what was measured, and below it what was published. */
  private void writeAcross(Markdown page, PaperMetric metric) {
    TableBlock all = TableBlock.joined(blocks);
    page.heading(3, ResultTable.title(metric, "\u00a0"));
    if (all.hasPublished(metric)) {
      page.paragraph(ACROSS);
    }
    List<String> heads = new ArrayList<>(List.of("method"));
    blocks.forEach(block -> heads.add(SetTitle.of(block.out())));
    page.table(heads, all.methods().stream().map(method -> across(method, metric)).toList());
  }

  private List<String> across(MethodName method, PaperMetric metric) {
    List<String> row = new ArrayList<>(List.of(Markdown.plain(method.marked())));
    blocks.forEach(
        block -> row.add(block.result(method, metric).map(MarkdownTables::both).orElse("")));
    return row;
  }

  private static String both(Result result) {
    String published = Markdown.cell(ResultTable.published(result));
    return Markdown.cell(ResultTable.measured(result))
        + (published.isEmpty() ? "" : "<br>_" + published + "_");
  }
}
