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
import java.util.stream.Stream;

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

  private static final long SEED = 0;

  private static final List<MethodName> ENERGIES =
      List.of(MethodName.FULL_ENERGY, MethodName.KPCA_ERROR);

  /** What models of several settings measured. */
  private record Measured(
      String varied, List<String> sets, Map<Integer, Map<String, Comparison>> settings) {}

  /**
   * Two for each setting, one for each energy that Table 1 shows, a line for each set.
   *
   * @param told of the models that they come from
   */
  List<CurveFigure> figures(Measurements told) {
    String afterEpochs = "after %s epochs".formatted(Words.count(epochsForLambda()));
    List<CurveFigure> figures = new ArrayList<>();
    figures.addAll(figures("%s and lambda, " + afterEpochs, measure("lambda", byLambda(), told)));
    figures.addAll(figures("%s and epochs", measure("epochs", byEpochs(), told)));
    return figures;
  }

  /** What its models have to judge. */
  List<Workshop.Job> jobs() {
    Experiment experiment = experiment();
    return Stream.of(byLambda(), byEpochs())
        .flatMap(settings -> settings.values().stream())
        .map(entrant -> new Workshop.Job(entrant, SEED, experiment))
        .toList();
  }

  private int epochsForLambda() {
    return Math.min(options.effort().epochs(), MOST_FOR_LAMBDA);
  }

  private Map<Integer, Entrant> byLambda() {
    Map<Integer, Entrant> settings = new LinkedHashMap<>();
    for (int lambda : options.effort().sweep().lambdas()) {
      settings.put(lambda, entrants.withLambda(lambda, epochsForLambda()));
    }
    return settings;
  }

  private Map<Integer, Entrant> byEpochs() {
    Map<Integer, Entrant> settings = new LinkedHashMap<>();
    int all = options.effort().epochs();
    for (int epochs : options.effort().sweep().epochs()) {
      if (epochs < all) {
        settings.put(epochs, entrants.withEpochs(epochs));
      }
    }
    settings.put(all, entrants.withEpochs(all));
    return settings;
  }

  private Experiment experiment() {
    List<PaperSet> strangers = strangers().stream().map(sets::strangers).toList();
    return new Experiment(PaperSets.GARMENTS, sets.testGarments(), strangers, List.of(), Set.of());
  }

  private Measured measure(String varied, Map<Integer, Entrant> settings, Measurements told) {
    Experiment experiment = experiment();
    Map<Integer, Map<String, Comparison>> measured = new LinkedHashMap<>();
    settings.forEach(
        (setting, entrant) ->
            attempt.accept(
                () -> {
                  Map<String, Comparison> found = judge.compare(entrant, SEED, experiment);
                  if (found.size() < experiment.strangers().size()) {
                    throw new NotCachedException("sensitivity to %s %d".formatted(varied, setting));
                  }
                  measured.put(setting, found);
                  found.values().stream()
                      .findFirst()
                      .ifPresent(any -> told.addToCurves(entrant, SEED, any));
                }));
    return new Measured(varied, strangers(), measured);
  }

  private List<String> strangers() {
    return options.strangersOf(PaperSets.STRANGERS);
  }

  private static List<CurveFigure> figures(String title, Measured measured) {
    return measured.sets().isEmpty() || measured.settings().size() < 2 // nothing is varied
        ? List.of()
        : ENERGIES.stream().map(energy -> figure(title, measured, energy)).toList();
  }

  private static CurveFigure figure(String title, Measured measured, MethodName energy) {
    double[] x = measured.settings().keySet().stream().mapToDouble(n -> n).toArray();
    List<Line> lines =
        measured.sets().stream()
            .map(set -> new Line(SetTitle.of(set), x, auroc(measured, energy, set), new double[0]))
            .toList();
    return new CurveFigure(
        title.formatted(energy.title()), measured.varied(), Spacing.LOG, "AUROC in %", lines);
  }

  /** The energies have the same keys in tables and in detectors. */
  private static double[] auroc(Measured measured, MethodName energy, String set) {
    return measured.settings().values().stream()
        .map(found -> found.get(set).scores().get(energy.key()))
        .mapToDouble(line -> line.inUnit(PaperMetric.AUROC))
        .toArray();
  }
}
