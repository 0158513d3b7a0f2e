package dev.stranger.paper;

import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.Comparator;
import java.util.List;

/** The distributions of the scores where in and out come from one distribution. */
record SameSection(List<DensityFigure> figures) implements Section {

  @Override
  public String id() {
    return "same-densities";
  }

  @Override
  public String title() {
    return "Scores of one distribution";
  }

  @Override
  public boolean present() {
    return !figures.isEmpty();
  }

  @Override
  public void writeTo(Markup page) {
    page.element(
        "p",
        """
        Both hills are of the set that was learned, so they should cover each other; where they do \
        not, the method remembers its training samples.""");
    DensityPanels.writeLegend(page, "training samples", "test samples");
    List<DensityFigure> ordered =
        figures.stream().sorted(Comparator.comparing(DensityFigure::method)).toList();
    DensityPanels.write(page, ordered, figure -> figure.method().title());
  }
}
