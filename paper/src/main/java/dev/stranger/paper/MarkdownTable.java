package dev.stranger.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A table of the paper on a Markdown page, with the distributions of its scores. */
record MarkdownTable(PaperTable table, List<TableBlock> blocks, Figures figures) {

  private static final String ACROSS =
      "What was measured, and below it in italics what the paper published.";

  private static final String HILLS = "Grey hills are %s, dashed ones %s, of the first seed.";

  private record Column(String head, PaperMetric metric, Function<Result, String> cell) {}

  /** How the scores of each block are distributed, as far as that was asked for. */
  List<PictureFile> pictures() {
    return blocks.stream().flatMap(block -> picture(block).stream()).toList();
  }

  private List<PictureFile> picture(TableBlock block) {
    List<DensityFigure> densities =
        switch (table) {
          case TABLE1 -> figures.densities();
          case SAME -> figures.same();
          case TABLE2, TABLE3, MMD_WD -> List.of();
        };
    List<DensityFigure> shown =
        densities.stream().filter(figure -> figure.set().equals(block.out())).toList();
    String name = table == PaperTable.SAME ? table.key() : block.out();
    String title = "Scores of " + block.heading();
    return shown.isEmpty() ? List.of() : List.of(PictureFile.densities(name, title, shown));
  }

  void writeTo(Markdown page, String folder) {
    page.heading(2, table.title()).paragraph(Markdown.plain(table.guide()));
    if (!pictures().isEmpty()) {
      page.paragraph(Markdown.plain(DensityPanels.GUIDE));
    }
    if (isOfDistances()) {
      table.metrics().forEach(metric -> writeAcross(page, metric));
    } else {
      blocks.forEach(block -> writeBlock(page, block, folder));
    }
  }

  private boolean isOfDistances() {
    return table == PaperTable.TABLE2 || table == PaperTable.MMD_WD;
  }

  private void writeBlock(Markdown page, TableBlock block, String folder) {
    page.heading(3, block.heading());
    writeSideBySide(page, block);
    List<PictureFile> picture = picture(block);
    if (!picture.isEmpty()) {
      boolean same = table == PaperTable.SAME;
      page.paragraph(
          same
              ? HILLS.formatted("training samples", "test samples")
              : HILLS.formatted("normal samples", "strangers"));
      page.pictures(picture, folder);
    }
  }

  /** Published and measured figures: a row for each method. */
  private void writeSideBySide(Markdown page, TableBlock block) {
    List<Column> columns =
        table.metrics().stream()
            .filter(block::has)
            .flatMap(metric -> columns(block, metric).stream())
            .toList();
    List<String> heads = new ArrayList<>(List.of("method"));
    columns.forEach(column -> heads.add(column.head));
    page.table(heads, block.methods().stream().map(method -> row(block, method, columns)).toList());
  }

  /** The AUPR of the samples as they are is worth a column where it is another one. */
  private static List<Column> columns(TableBlock block, PaperMetric metric) {
    List<Column> columns = new ArrayList<>();
    String title = title(metric.published()) + "<br>";
    boolean both = metric != metric.published() && block.isOfAnotherRatio();
    if (block.hasPublished(metric)) {
      columns.add(new Column(title + "published", metric, MarkdownTable::published));
    }
    columns.add(
        new Column(
            title + (both ? "measured, published ratio" : "measured"),
            metric,
            MarkdownTable::measured));
    if (both) {
      columns.add(
          new Column(title + "measured, ratio here", metric.published(), MarkdownTable::measured));
    }
    return columns;
  }

  private static List<String> row(TableBlock block, MethodName method, List<Column> columns) {
    List<String> row = new ArrayList<>(List.of(Markdown.plain(method.marked())));
    for (Column column : columns) {
      row.add(block.result(method, column.metric).map(column.cell).orElse(""));
    }
    return row;
  }

  /** A metric over all sets: what was measured, and below it what was published. */
  private void writeAcross(Markdown page, PaperMetric metric) {
    page.heading(3, title(metric));
    if (blocks.stream().anyMatch(block -> block.hasPublished(metric))) {
      page.paragraph(ACROSS);
    }
    List<String> heads = new ArrayList<>(List.of("method"));
    blocks.forEach(block -> heads.add(SetTitle.of(block.out())));
    List<MethodName> methods =
        blocks.stream().flatMap(block -> block.methods().stream()).distinct().sorted().toList();
    page.table(heads, methods.stream().map(method -> across(method, metric)).toList());
  }

  private List<String> across(MethodName method, PaperMetric metric) {
    List<String> row = new ArrayList<>(List.of(Markdown.plain(method.marked())));
    blocks.forEach(
        block -> row.add(block.result(method, metric).map(MarkdownTable::both).orElse("")));
    return row;
  }

  /**
   * Figures one by one, whatever they are of.
   *
   * @param all has others of the same places
   */
  static void writeList(Markdown page, List<Result> some, Results all) {
    page.texts(
        List.of("method", "strangers", "metric", "published", "measured", "scored as published"),
        some.stream()
            .map(
                result ->
                    List.of(
                        Markdown.plain(result.method().title()),
                        SetTitle.of(result.out()),
                        title(result.metric()),
                        published(result),
                        measured(result),
                        all.asPublished(result).map(MarkdownTable::measured).orElse("")))
            .toList());
  }

  private static String title(PaperMetric metric) {
    return metric.title() + (metric.isPercent() ? "\u00a0%" : "");
  }

  private static String both(Result result) {
    String published = published(result);
    return measured(result) + (published.isEmpty() ? "" : "<br>_" + published + "_");
  }

  private static String published(Result result) {
    return text(FigureText.published(result));
  }

  private static String measured(Result result) {
    return text(FigureText.measured(result));
  }

  private static String text(FigureText figure) {
    String mark = figure.far() ? Markdown.plain(FigureText.MARK) : "";
    String std = figure.std().isEmpty() ? "" : "\u00a0" + figure.std();
    return figure.mean() + mark + std;
  }
}
