package dev.stranger.paper.experiment;

import dev.stranger.metric.Summary;
import dev.stranger.paper.DensityFigure;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.ModelFacts;
import dev.stranger.paper.PaperMetric;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the models of all seeds measured, on its way into tables and figures. */
final class Measurements {

  /** One row of one block of a table. */
  private record Place(Experiment experiment, Entrant entrant, MethodName method, String out) {}

  /** What the model of one seed said. */
  private record Run(long seed, int epochs, String device, Comparison.Line line) {}

  private final Map<Place, List<Run>> runs = new LinkedHashMap<>();
  private final Set<ModelFacts> ofCurves = new LinkedHashSet<>();

  void add(Experiment experiment, Entrant entrant, long seed, Map<String, Comparison> found) {
    entrant
        .rows()
        .forEach(
            (method, score) ->
                found.forEach(
                    (out, comparison) ->
                        runs.computeIfAbsent(
                                new Place(experiment, entrant, method, out),
                                place -> new ArrayList<>())
                            .add(run(seed, comparison, score))));
  }

  private static Run run(long seed, Comparison comparison, String score) {
    return new Run(seed, comparison.epochs(), comparison.device(), comparison.scores().get(score));
  }

  /** The rows of a table. */
  List<Result> results(PaperTable table) {
    List<Result> results = new ArrayList<>();
    runs.forEach(
        (place, seeds) -> {
          if (place.experiment().tables().contains(table)) {
            table.allMetrics().forEach(metric -> results.add(result(table, place, metric, seeds)));
          }
        });
    return results;
  }

  private static Result result(PaperTable table, Place place, PaperMetric metric, List<Run> seeds) {
    double[] values = seeds.stream().mapToDouble(run -> run.line().inUnit(metric)).toArray();
    return Result.of(
        table,
        place.method(),
        place.experiment().in(),
        place.out(),
        metric,
        Summary.of(values),
        seeds.get(0).epochs(),
        devices(seeds));
  }

  private static String devices(List<Run> seeds) {
    return seeds.stream().map(Run::device).distinct().collect(Collectors.joining("; "));
  }

  /** How the scores of one seed are distributed, for the experiments of a table. */
  List<DensityFigure> densities(PaperTable table) {
    List<DensityFigure> figures = new ArrayList<>();
    runs.forEach(
        (place, seeds) -> {
          if (place.experiment().tables().contains(table)) {
            seeds.stream()
                .map(Run::line)
                .filter(line -> line.in().length > 0)
                .findFirst()
                .map(line -> density(place, line))
                .ifPresent(figures::add);
          }
        });
    return figures;
  }

  private static DensityFigure density(Place place, Comparison.Line line) {
    return new DensityFigure(place.method(), place.out(), doubles(line.in()), doubles(line.out()));
  }

  private static double[] doubles(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }

  /**
   * A model whose figures are points of curves, and perhaps in tables too.
   *
   * @param any of what it measured
   */
  void addToCurves(Entrant entrant, long seed, Comparison any) {
    if (runs.keySet().stream().noneMatch(place -> isSame(place.entrant(), entrant))) {
      ofCurves.add(
          new ModelFacts(
              "%s-%d-epochs".formatted(entrant.name(), any.epochs()),
              List.of(),
              List.of(seed),
              any.epochs(),
              any.device(),
              entrant.training().identity(),
              entrant.settings()));
    }
  }

  /** Whether two models differ in their rows at most. */
  private static boolean isSame(Entrant one, Entrant other) {
    return one.withRows(other.rows()).equals(other);
  }

  /** Where the figures come from. */
  List<ModelFacts> models() {
    Map<Entrant, List<Run>> models = new LinkedHashMap<>();
    runs.forEach(
        (place, seeds) ->
            models.computeIfAbsent(place.entrant(), key -> new ArrayList<>()).addAll(seeds));
    List<ModelFacts> facts = new ArrayList<>();
    models.forEach((entrant, seeds) -> facts.add(facts(entrant, seeds)));
    facts.addAll(ofCurves);
    return facts;
  }

  private static ModelFacts facts(Entrant entrant, List<Run> seeds) {
    return new ModelFacts(
        entrant.name(),
        List.copyOf(new TreeSet<>(entrant.rows().keySet())),
        List.copyOf(seeds.stream().map(Run::seed).collect(Collectors.toCollection(TreeSet::new))),
        seeds.get(0).epochs(),
        devices(seeds),
        entrant.training().identity(),
        entrant.settings());
  }

  /** Models of which nothing is known of some sets, and these sets. */
  List<String> missing(List<Experiment> planned) {
    Set<String> missing = new LinkedHashSet<>();
    for (Experiment experiment : planned) {
      for (Entrant entrant : experiment.entrants()) {
        experiment.strangers().stream()
            .map(PaperSet::name)
            .filter(out -> !isKnown(experiment, entrant, out))
            .forEach(out -> missing.add("%s against %s".formatted(entrant.name(), out)));
      }
    }
    return List.copyOf(missing);
  }

  private boolean isKnown(Experiment experiment, Entrant entrant, String out) {
    return entrant.rows().keySet().stream()
        .anyMatch(method -> runs.containsKey(new Place(experiment, entrant, method, out)));
  }
}
