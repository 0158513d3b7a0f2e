package dev.stranger.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of one metric in text: published and measured, or measured alone where the paper has
 * no figure.
 */
record TextColumns(String title, List<TextColumn> columns) {

  private static final String GAP = " ";

  /**
   * @param results of the metric, over all that shall be aligned
   */
  static TextColumns of(PaperMetric metric, List<Result> results) {
    List<TextColumn> columns = new ArrayList<>();
    if (results.stream().anyMatch(result -> result.published() != null)) {
      columns.add(TextColumn.of("published", results, FigureText::published));
    }
    columns.add(TextColumn.of("measured", results, FigureText::measured));
    return new TextColumns(metric.title() + (metric.isPercent() ? " %" : ""), columns);
  }

  String titleText() {
    int width = columns.stream().mapToInt(TextColumn::width).sum() + columns.size() - 1;
    return TextColumn.padded(title, width);
  }

  String headText() {
    return joined(columns.stream().map(TextColumn::headText).toList());
  }

  String text(Optional<Result> result) {
    return joined(columns.stream().map(column -> column.text(result)).toList());
  }

  private static String joined(List<String> texts) {
    return String.join(GAP, texts);
  }
}
