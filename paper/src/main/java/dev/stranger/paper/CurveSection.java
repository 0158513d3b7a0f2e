package dev.stranger.paper;

import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** How results depend on settings, and on attacks. */
record CurveSection(List<CurveFigure> figures) implements Section {

  @Override
  public String id() {
    return "curves";
  }

  @Override
  public String title() {
    return "What settings and attacks change";
  }

  @Override
  public boolean present() {
    return !figures.isEmpty();
  }

  @Override
  public void writeTo(Markup page) {
    if (hasBands()) {
      page.element("p", "Bands are one standard deviation over seeds to either side.");
    }
    page.open("div", "class", "grid");
    for (CurveFigure figure : figures) {
      page.open("figure").element("figcaption", figure.title());
      page.add(CurveDrawing.of(figure).toSvg()).close("figure").newLine();
    }
    page.close("div");
  }

  private boolean hasBands() {
    return figures.stream()
        .flatMap(figure -> figure.lines().stream())
        .anyMatch(line -> line.deviation().length > 0);
  }
}
