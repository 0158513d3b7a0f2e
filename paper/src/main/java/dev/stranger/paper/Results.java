package dev.stranger.paper;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All that a run of the experiments measured.
 *
 * @param departures of the published code
 * @param notes to the reader, a sentence each
 * @param banner what a reader must know before anything else; empty for most runs
 */
public record Results(
    List<Result> results,
    RunFacts facts,
    List<Departure> departures,
    List<String> notes,
    String banner) {

  private static final String IN_SHORT =
      "%d of %d measured figures lie within two published standard deviations of the paper's.";

  private static final String TWICE =
      """
       They compare %d published figures, some with two of our rows. The row that follows the \
      paper's text reproduces %d of them; that row or the one that follows its code reproduces %d.""";

  private static final Set<MethodName> ST_RKM =
      EnumSet.of(MethodName.FULL_ENERGY, MethodName.KPCA_ERROR);

  public Results {
    results = List.copyOf(results);
    departures = List.copyOf(departures);
    notes = List.copyOf(notes);
  }

  /** With the results of earlier runs that this one did not measure. */
  Results with(List<Result> earlier) {
    Map<List<Object>, Result> all = new LinkedHashMap<>();
    Stream.concat(earlier.stream(), results.stream())
        .forEach(result -> all.put(result.place(), result));
    List<Result> kept = all.values().stream().filter(Result::isKept).toList();
    List<String> more = new ArrayList<>(notes);
    more.addAll(ShorterTraining.notes(kept));
    return new Results(List.copyOf(all.values()), facts, departures, more, banner);
  }

  /** With what else there is to say, once. */
  Results withNotes(List<String> others) {
    List<String> all = Stream.concat(notes.stream(), others.stream()).distinct().toList();
    return new Results(results, facts, departures, all, banner);
  }

  /** Those that were measured, in the order of every table. */
  List<MethodName> methods() {
    return results.stream().map(Result::method).distinct().sorted().toList();
  }

  /** What each method is, by its title. */
  Map<String, String> meaningsOfMethods() {
    Map<String, String> meanings = new LinkedHashMap<>();
    methods().forEach(method -> meanings.put(method.marked(), method.about()));
    return meanings;
  }

  /** What each metric is, by its title. */
  Map<String, String> meaningsOfMetrics() {
    Map<String, String> meanings = new LinkedHashMap<>();
    results.stream()
        .map(Result::metric)
        .sorted()
        .forEach(metric -> meanings.put(metric.title(), metric.meaning()));
    return meanings;
  }

  /** Those of the run and those of its methods. */
  List<String> allNotes() {
    return Stream.concat(notes.stream(), notesOfMethods()).toList();
  }

  /** Most are about figures of the paper, which has none of photographs. */
  Stream<String> notesOfMethods() {
    return MethodName.notes(
        results.stream()
            .filter(
                result ->
                    result.table() != PaperTable.PHOTOS || result.method() == MethodName.ONE_SCORE)
            .map(Result::method)
            .distinct()
            .sorted()
            .toList());
  }

  Stream<Result> comparable() {
    return results.stream().filter(Result::isComparable);
  }

  /** Those of the paper's own method in Table 1 that can be compared with it. */
  List<Result> ofStRkm() {
    return comparable()
        .filter(result -> result.table() == PaperTable.TABLE1)
        .filter(result -> ST_RKM.contains(result.method()))
        .toList();
  }

  /** The same figure of the method as the published code has it, where that differs. */
  Optional<Result> asPublished(Result result) {
    return result
        .method()
        .asPublished()
        .flatMap(
            method -> results.stream().filter(other -> other.isOf(result, method)).findFirst());
  }

  /** How the run compares with the paper, in a sentence; empty when there is nothing to compare. */
  String inShort() {
    List<Result> comparable = comparable().toList();
    if (comparable.isEmpty()) {
      return "";
    }
    long far = comparable.stream().filter(Result::isFar).count();
    long published = comparable.stream().map(Published::place).distinct().count();
    Differences differences = Differences.of(this);
    long left = published - differences.left().size();
    return IN_SHORT.formatted(comparable.size() - far, comparable.size())
        + (published == comparable.size()
            ? ""
            : TWICE.formatted(published, left - differences.byCode().size(), left));
  }
}
