package dev.stranger.report;

import dev.stranger.report.svg.Markup;
import java.util.Arrays;

/** How the objective fell while the detector was trained. */
final class TrainingSection {

  private final double[] objective;

  TrainingSection(Card card) {
    objective = Arrays.stream(card.numbers("training", "curve")).filter(Double::isFinite).toArray();
  }

  void writeTo(Markup page) {
    if (objective.length == 0) {
      return;
    }
    page.open("div", "class", "beside").open("figure");
    page.element("figcaption", "Objective over the epochs");
    page.add(CurvePlot.chart(objective).drawing().toSvg()).close("figure").open("div");
    double first = objective[0];
    double last = objective[objective.length - 1];
    page.element(
        "p",
        """
        %s; the objective went from %s to %s. A curve that still falls at its end says that more \
        epochs may help; one that rises, that the steps are too large."""
            .formatted(
                Words.count(objective.length, "epoch"), Words.number(first), Words.number(last)));
    page.close("div").close("div");
  }
}
