package dev.stranger.report;

import dev.stranger.report.Findings.Example;
import dev.stranger.report.svg.Markup;

/** Shows a sample beside what the detector expected. */
sealed interface SampleView permits ImageView, SeriesView, TableView {

  /** How to read the drawings. */
  String guide();

  void draw(Markup page, Example example);

  /** The view that suits the shape of the samples. */
  static SampleView of(Findings findings) {
    return switch (findings.shape().rank()) {
      case 3 -> ImageView.of(findings);
      case 2 -> new SeriesView(findings.shape());
      default -> new TableView(findings.columns());
    };
  }
}
