package dev.stranger.paper;

import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** The distributions of the scores: a row for each method, a panel for each set. */
record DensitySection(List<DensityFigure> figures) implements Section {

  @Override
  public String id() {
    return "densities";
  }

  @Override
  public String title() {
    return "How the scores are distributed";
  }

  @Override
  public boolean present() {
    return !figures.isEmpty();
  }

  @Override
  public void writeTo(Markup page) {
    page.element("p", DensityPanels.GUIDE);
    DensityPanels.writeLegend(page, "normal samples", "strangers");
    for (MethodName method : MethodName.values()) {
      List<DensityFigure> row = figures.stream().filter(f -> f.method() == method).toList();
      if (!row.isEmpty()) {
        page.open("div", "class", "row").element("h3", method.title());
        DensityPanels.write(page, row, figure -> SetTitle.of(figure.set()));
        page.close("div").newLine();
      }
    }
  }
}
