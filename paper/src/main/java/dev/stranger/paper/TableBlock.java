package dev.stranger.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a table says of one pair of sets: a row for each method, a column for each metric.
 *
 * @param heading which sets
 */
record TableBlock(String heading, List<Result> results) {

  /** The blocks of a table in the order of the results, none when it was not measured. */
  static List<TableBlock> of(PaperTable table, List<Result> results) {
    Map<String, List<Result>> blocks = new LinkedHashMap<>();
    for (Result result : results) {
      if (result.table() == table) {
        String heading = table.heading(result.in(), result.out());
        blocks.computeIfAbsent(heading, unused -> new ArrayList<>()).add(result);
      }
    }
    return blocks.entrySet().stream()
        .map(block -> new TableBlock(block.getKey(), block.getValue()))
        .toList();
  }

  /** All of them as one, for what they have in common. */
  static TableBlock joined(List<TableBlock> blocks) {
    return new TableBlock("", blocks.stream().flatMap(block -> block.results.stream()).toList());
  }

  List<MethodName> methods() {
    return results.stream().map(Result::method).distinct().sorted().toList();
  }

  /** The strangers. */
  String out() {
    return results.get(0).out();
  }

  boolean has(PaperMetric metric) {
    return results.stream().anyMatch(result -> result.metric() == metric);
  }

  boolean hasPublished(PaperMetric metric) {
    return results.stream()
        .anyMatch(result -> result.metric() == metric && result.published() != null);
  }

  /** Whether there are more or fewer strangers for a normal sample than in the paper. */
  boolean isOfAnotherRatio() {
    return has(PaperMetric.AUPR_IN)
        && methods().stream()
            .anyMatch(
                method ->
                    !mean(method, PaperMetric.AUPR_IN)
                        .equals(mean(method, PaperMetric.AUPR_IN_PUBLISHED_RATIO)));
  }

  private Optional<Double> mean(MethodName method, PaperMetric metric) {
    return result(method, metric).map(result -> result.measured().mean());
  }

  Optional<Result> result(MethodName method, PaperMetric metric) {
    return results.stream()
        .filter(result -> result.method() == method && result.metric() == metric)
        .findFirst();
  }

  /** Some result of a row: what is not about a metric is the same in all of them. */
  Result any(MethodName method) {
    return results.stream().filter(result -> result.method() == method).findFirst().orElseThrow();
  }
}
