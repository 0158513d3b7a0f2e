package dev.stranger.paper;

import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Chart;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.LogScale;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Draws curves, with a dot at every place that was measured. */
final class CurveDrawing {

  private static final double MARGIN = 0.05;

  private CurveDrawing() {}

  /** How results depend on settings, and on attacks. */
  static void write(Markup page, List<CurveFigure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    boolean bands =
        figures.stream()
            .flatMap(figure -> figure.lines().stream())
            .anyMatch(line -> line.deviation().length > 0);
    if (bands) {
      page.element("p", "Bands are one standard deviation over seeds to either side.");
    }
    page.open("div", "class", "grid");
    for (CurveFigure figure : figures) {
      page.open("figure").element("figcaption", figure.title());
      page.add(of(figure).drawing().toSvg()).close("figure").newLine();
    }
    page.close("div");
  }

  static Chart of(CurveFigure figure) {
    Chart chart =
        new Chart(
            figure.title(), new Axis(figure.x(), across(figure)), new Axis(figure.y(), up(figure)));
    List<Line> lines = figure.lines();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      chart.area(line.x(), lows(line), highs(line), Ink.of(i));
      chart.line(line.x(), line.mean(), Ink.of(i)).legend(Ink.of(i), line.name(), "");
      for (int k = 0; k < line.x().length; k++) {
        chart.dot(line.x()[k], line.mean()[k], Ink.of(i));
      }
    }
    return chart;
  }

  private static Scale across(CurveFigure figure) {
    double low = least(figure.lines(), Line::x);
    double high = -least(figure.lines(), line -> negated(line.x()));
    if (figure.spacing() == Spacing.LOG) {
      return low < high ? LogScale.of(low, high) : LogScale.of(low / 2, low * 2);
    }
    return low < high ? LinearScale.of(low, high) : LinearScale.of(low - 1, low + 1);
  }

  private static Scale up(CurveFigure figure) {
    double low = least(figure.lines(), CurveDrawing::lows);
    double high = -least(figure.lines(), line -> negated(highs(line)));
    double margin = low < high ? MARGIN * (high - low) : 1;
    return LinearScale.of(low - margin, high + margin);
  }

  private static double least(List<Line> lines, Function<Line, double[]> values) {
    return lines.stream().map(values).flatMapToDouble(Arrays::stream).min().orElseThrow();
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  private static double[] lows(Line line) {
    return IntStream.range(0, line.x().length).mapToDouble(line::low).toArray();
  }

  private static double[] highs(Line line) {
    return IntStream.range(0, line.x().length).mapToDouble(line::high).toArray();
  }
}
