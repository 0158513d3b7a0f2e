package dev.stranger.paper.experiment;

import dev.stranger.evaluate.Summary;
import dev.stranger.paper.DensityFigure;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import dev.stranger.report.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the models of all seeds measured, on its way into tables and figures. */
final class Measurements {

  /** One row of one block of a table. */
  private record Place(Experiment experiment, Entrant entrant, MethodName method, String out) {}

  /** What the model of one seed said. */
  private record Run(int epochs, Comparison.Line line) {}

  private final Map<Place, List<Run>> runs = new LinkedHashMap<>();

  void add(Experiment experiment, Entrant entrant, Map<String, Comparison> found) {
    entrant
        .rows()
        .forEach(
            (method, score) ->
                found.forEach(
                    (out, comparison) ->
                        runs.computeIfAbsent(
                                new Place(experiment, entrant, method, out),
                                place -> new ArrayList<>())
                            .add(new Run(comparison.epochs(), comparison.scores().get(score)))));
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

  private static Result result(PaperTable table, Place place, Metric metric, List<Run> seeds) {
    double[] values =
        seeds.stream().mapToDouble(run -> metric.inUnit(run.line().metrics())).toArray();
    return Result.of(
        table,
        place.method(),
        place.experiment().in(),
        place.out(),
        metric,
        Summary.of(values),
        seeds.get(0).epochs(),
        place.entrant().options().device());
  }

  /** How the scores of the first seed are distributed, for the experiments of a table. */
  List<DensityFigure> densities(PaperTable table) {
    List<DensityFigure> figures = new ArrayList<>();
    runs.forEach(
        (place, seeds) -> {
          if (place.experiment().tables().contains(table)) {
            Comparison.Line first = seeds.get(0).line();
            figures.add(new DensityFigure(place.method(), place.out(), first.in(), first.out()));
          }
        });
    return figures;
  }

  /** A metric of each seed. */
  double[] values(
      Experiment experiment, Entrant entrant, MethodName method, String out, Metric metric) {
    return runs.getOrDefault(new Place(experiment, entrant, method, out), List.of()).stream()
        .mapToDouble(run -> metric.inUnit(run.line().metrics()))
        .toArray();
  }
}
