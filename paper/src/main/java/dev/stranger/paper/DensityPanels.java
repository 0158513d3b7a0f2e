package dev.stranger.paper;

import dev.stranger.metric.StandardScores;
import dev.stranger.report.Density;
import dev.stranger.report.ScoreAxis;
import dev.stranger.report.Words;
import dev.stranger.report.svg.HillPair;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.Scale;
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

  private DensityPanels() {}

  /** What the two hills of every panel are. */
  static void writeLegend(Markup page, String in, String out) {
    page.open("p", "class", "hills").element("i", "", "class", "in").text(in + " ");
    page.element("i", "", "class", "out").text(out).close("p");
  }

  static void write(
      Markup page, List<DensityFigure> figures, Function<DensityFigure, String> caption) {
    List<Markup> charts =
        figures.parallelStream().map(DensityPanels::chart).map(HillPair::toSvg).toList();
    page.open("div", "class", "panels");
    for (int i = 0; i < charts.size(); i++) {
      page.open("figure").element("figcaption", caption.apply(figures.get(i)));
      page.add(charts.get(i)).close("figure");
    }
    page.close("div");
  }

  static HillPair chart(DensityFigure figure) {
    StandardScores scores = StandardScores.of(figure.in(), figure.out());
    Scale scale = ScoreAxis.fromZero(List.of(scores.in(), scores.out()));
    String title = figure.method().title() + ", " + SetTitle.of(figure.set());
    return new HillPair(
        title,
        scale,
        new Density(scale, scores.in()).values(),
        new Density(scale, scores.out()).values());
  }
}
