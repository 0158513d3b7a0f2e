package dev.stranger.paper.experiment;

import dev.stranger.paper.CurveFigure;
import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.SetTitle;
import dev.stranger.report.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** How much the paper's energies depend on lambda, the weight of the reconstruction loss. */
record Sensitivity(PaperOptions options, PaperSets sets, Entrants entrants, Judge judge) {

  private static final double[] LAMBDAS = {1, 10, 100, 1000, 10_000};

  /** One figure for each energy that Table 1 shows, with a line for each set of strangers. */
  List<CurveFigure> figures() {
    Experiment experiment =
        new Experiment(
            PaperSets.GARMENTS,
            sets.testGarments(),
            options.strangers().stream().map(sets::strangers).toList(),
            Arrays.stream(LAMBDAS).mapToObj(entrants::withLambda).toList(),
            Set.of());
    Measurements measured = new Measurements();
    for (Entrant entrant : experiment.entrants()) {
      measured.add(experiment, entrant, judge.compare(entrant, 0, experiment));
    }
    return List.of(
        figure(experiment, measured, MethodName.FULL_ENERGY),
        figure(experiment, measured, MethodName.KPCA_ERROR));
  }

  private static CurveFigure figure(
      Experiment experiment, Measurements measured, MethodName method) {
    List<Line> lines = new ArrayList<>();
    for (PaperSet strangers : experiment.strangers()) {
      double[] auroc =
          experiment.entrants().stream()
              .mapToDouble(
                  entrant ->
                      measured
                          .values(experiment, entrant, method, strangers.name(), Metric.AUROC)[0])
              .toArray();
      lines.add(new Line(SetTitle.of(strangers.name()), LAMBDAS, auroc, new double[0]));
    }
    return new CurveFigure(
        "%s and lambda".formatted(method.title()), "lambda", Spacing.LOG, "AUROC in %", lines);
  }
}
