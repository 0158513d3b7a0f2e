package dev.stranger.report;

import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Markup;
import dev.stranger.table.Column;
import java.util.List;

/** Shows a sample beside what the detector expected, or alone where it expects nothing. */
sealed interface SampleView permits ImageView, SeriesView, TableView {

  /** How to read the drawings of these samples beside what was expected. */
  String guide(List<Example> examples);

  void draw(Markup page, Example example);

  /**
   * The view that suits the shape of the samples.
   *
   * @param columns of a table, or channels of series; empty elsewhere
   * @param all that will be drawn
   */
  static SampleView of(Shape shape, Range range, List<Column> columns, List<Example> all) {
    return switch (shape.rank()) {
      case 3 -> ImageView.of(shape, range, all);
      case 2 -> new SeriesView(shape, columns);
      default -> new TableView(columns);
    };
  }
}
