package dev.stranger.paper;

import java.util.List;

/**
 * All that a run of the experiments measured.
 *
 * @param departures of the published code, as far as they matter to this run
 * @param notes to the reader, a sentence each
 */
public record Results(
    List<Result> results, RunFacts facts, List<Departure> departures, List<String> notes) {

  public Results {
    results = List.copyOf(results);
    departures = List.copyOf(departures);
    notes = List.copyOf(notes);
  }

  /** Those that were measured, in the order of every table. */
  List<MethodName> methods() {
    return results.stream().map(Result::method).distinct().sorted().toList();
  }

  /** How the run compares with the paper, in a sentence; empty when there is nothing to compare. */
  String inShort() {
    List<Result> comparable =
        results.stream()
            .filter(result -> result.table().metrics().contains(result.metric()))
            .filter(result -> result.published() != null && result.published().std() != null)
            .toList();
    long far = comparable.stream().filter(Result::isFar).count();
    return comparable.isEmpty()
        ? ""
        : "%d of %d measured figures lie within two published standard deviations of the paper's."
            .formatted(comparable.size() - far, comparable.size());
  }
}
