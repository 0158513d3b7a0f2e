package dev.stranger.report;

import dev.stranger.report.svg.Axis;
import dev.stranger.report.svg.Chart;
import dev.stranger.report.svg.Ink;
import dev.stranger.report.svg.LinearScale;
import dev.stranger.report.svg.Markup;
import java.util.Arrays;
import java.util.List;

/** How the objective fell while the detector was trained. */
final class TrainingSection implements Section {

  private final double[] objective;

  TrainingSection(Card card) {
    objective = Arrays.stream(card.numbers("training", "curve")).filter(Double::isFinite).toArray();
  }

  @Override
  public String id() {
    return "training";
  }

  @Override
  public String title() {
    return "Training";
  }

  @Override
  public boolean present() {
    return objective.length > 0;
  }

  @Override
  public void writeTo(Markup page) {
    page.open("div", "class", "beside").open("figure");
    page.element("figcaption", "Objective over the epochs");
    page.add(chart()).close("figure").open("div");
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

  private Markup chart() {
    double[] epochs = new double[objective.length];
    Arrays.setAll(epochs, i -> i + 1);
    Chart chart =
        new Chart(
            "objective of the training",
            new Axis("epoch", LinearScale.of(0, Math.max(2, objective.length))),
            new Axis("objective", ScoreAxis.covering(List.of(objective), Double.NaN)));
    chart.line(epochs, objective, Ink.NORMAL);
    return chart.dot(objective.length, objective[objective.length - 1], Ink.NORMAL).toSvg();
  }
}
