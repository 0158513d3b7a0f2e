package dev.stranger.paper;

import dev.stranger.metric.StandardScores;
import dev.stranger.report.Density;
import dev.stranger.report.ScoreAxis;
import dev.stranger.report.Words;
import dev.stranger.report.svg.Drawing;
import dev.stranger.report.svg.HillPair;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.Scale;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Distributions of scores in small panels side by side. */
final class DensityPanels {

  static final String GUIDE =
      """
      Scores are standardised together and shifted to start at 0, as in the paper. Both hills of a \
      panel have the same area; one that is more than four times as high as the other is cut off. \
      The axes leave out the outermost %s of each set."""
          .formatted(Words.percent(ScoreAxis.BEYOND));

  private static final String SAME =
      """
      Both hills are of the set that was learned, so they should cover each other; where they do \
      not, the method remembers its training samples.""";

  private DensityPanels() {}

  /** A row for each method, a panel for each set. */
  static void writeByMethod(Markup page, List<DensityFigure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    page.element("p", GUIDE);
    writeLegend(page, "normal samples", "strangers");
    for (MethodName method : MethodName.values()) {
      List<DensityFigure> row = figures.stream().filter(f -> f.method() == method).toList();
      if (!row.isEmpty()) {
        page.open("div", "class", "row").element("h3", method.title());
        write(page, row, figure -> SetTitle.of(figure.set()));
        page.close("div").newLine();
      }
    }
  }

  /** A panel for each method, where in and out come from one distribution. */
  static void writeSame(Markup page, List<DensityFigure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    page.element("p", SAME);
    writeLegend(page, "training samples", "test samples");
    List<DensityFigure> ordered =
        figures.stream().sorted(Comparator.comparing(DensityFigure::method)).toList();
    write(page, ordered, figure -> figure.method().title());
  }

  /** What the two hills of every panel are. */
  private static void writeLegend(Markup page, String in, String out) {
    page.open("p", "class", "hills").element("i", "", "class", "in").text(in + " ");
    page.element("i", "", "class", "out").text(out).close("p");
  }

  private static void write(
      Markup page, List<DensityFigure> figures, Function<DensityFigure, String> caption) {
    List<Markup> charts =
        figures.parallelStream().map(DensityPanels::chart).map(Drawing::toSvg).toList();
    page.open("div", "class", "panels");
    for (int i = 0; i < charts.size(); i++) {
      page.open("figure").element("figcaption", caption.apply(figures.get(i)));
      page.add(charts.get(i)).close("figure");
    }
    page.close("div");
  }

  static Drawing chart(DensityFigure figure) {
    StandardScores scores = StandardScores.of(figure.in(), figure.out());
    Scale scale = ScoreAxis.fromZero(List.of(scores.in(), scores.out()));
    String title = figure.method().title() + ", " + SetTitle.of(figure.set());
    return HillPair.of(
        title,
        scale,
        new Density(scale, scores.in()).values(),
        new Density(scale, scores.out()).values());
  }
}
