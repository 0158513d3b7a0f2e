package dev.stranger.paper.experiment;

import dev.stranger.paper.CurveFigure;
import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperMetric;
import dev.stranger.paper.SetTitle;
import dev.stranger.report.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * How much the paper's energies depend on lambda, the weight of the reconstruction loss, and on the
 * epochs of training.
 *
 * @param attempt does some work, which may fail: its setting is then left out
 */
record Sensitivity(
    PaperOptions options,
    PaperSets sets,
    Entrants entrants,
    Judge judge,
    Consumer<Runnable> attempt) {

  /** Lambda shows what it does long before the published 1,600 epochs. */
  private static final int MOST_FOR_LAMBDA = 400;

  private static final List<MethodName> ENERGIES =
      List.of(MethodName.FULL_ENERGY, MethodName.KPCA_ERROR);

  /** What models of several settings measured. */
  private record Measured(List<String> sets, Map<Integer, Map<String, Comparison>> settings) {}

  /** Two for each setting, one for each energy that Table 1 shows, a line for each set. */
  List<CurveFigure> figures() {
    Effort effort = options.effort();
    int epochs = Math.min(effort.epochs(), MOST_FOR_LAMBDA);
    List<CurveFigure> figures = new ArrayList<>();
    figures.addAll(
        figures(
            "%%s and lambda, after %s epochs".formatted(Words.count(epochs)),
            "lambda",
            measure(effort.sweep().lambdas(), lambda -> entrants.withLambda(lambda, epochs))));
    figures.addAll(
        figures("%s and epochs", "epochs", measure(epochs(effort), entrants::withEpochs)));
    return figures;
  }

  private static List<Integer> epochs(Effort effort) {
    return IntStream.concat(
            effort.sweep().epochs().stream().mapToInt(n -> n).filter(n -> n < effort.epochs()),
            IntStream.of(effort.epochs()))
        .boxed()
        .toList();
  }

  private Measured measure(List<Integer> settings, IntFunction<Entrant> entrant) {
    List<PaperSet> strangers = options.strangers().stream().map(sets::strangers).toList();
    Experiment experiment =
        new Experiment(PaperSets.GARMENTS, sets.testGarments(), strangers, List.of(), Set.of());
    Map<Integer, Map<String, Comparison>> measured = new LinkedHashMap<>();
    for (int setting : settings) {
      attempt.accept(
          () -> {
            Map<String, Comparison> found = judge.compare(entrant.apply(setting), 0, experiment);
            if (found.size() == strangers.size()) {
              measured.put(setting, found);
            }
          });
    }
    return new Measured(options.strangers(), measured);
  }

  private static List<CurveFigure> figures(String title, String varied, Measured measured) {
    return measured.settings().isEmpty()
        ? List.of()
        : ENERGIES.stream().map(energy -> figure(title, varied, measured, energy)).toList();
  }

  private static CurveFigure figure(
      String title, String varied, Measured measured, MethodName energy) {
    double[] x = measured.settings().keySet().stream().mapToDouble(n -> n).toArray();
    List<Line> lines =
        measured.sets().stream()
            .map(set -> new Line(SetTitle.of(set), x, auroc(measured, energy, set), new double[0]))
            .toList();
    return new CurveFigure(
        title.formatted(energy.title()), varied, Spacing.LOG, "AUROC in %", lines);
  }

  /** The energies have the same keys in tables and in detectors. */
  private static double[] auroc(Measured measured, MethodName energy, String set) {
    return measured.settings().values().stream()
        .map(found -> found.get(set).scores().get(energy.key()))
        .mapToDouble(line -> line.inUnit(PaperMetric.AUROC))
        .toArray();
  }
}
