package dev.stranger.paper.experiment;

import dev.stranger.data.catalogue.FileSet;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.MethodName.Learns;
import dev.stranger.paper.Result;
import dev.stranger.paper.ShorterTraining;
import dev.stranger.report.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Where a run was another one than the paper's, as far as that shows in its results. */
record RunNotes(PaperOptions options, List<Result> results) {

  private static final String BANNER =
      """
      NOT COMPARABLE WITH THE PAPER: this is a quick run, with at most %s training images, %s \
      judged samples of each set and %s epochs for images.""";

  /**
   * @param files that the data were read from
   */
  List<String> all(Map<String, DataFileSums.Sum> files) {
    List<String> notes = new ArrayList<>();
    files.forEach(
        (file, sum) -> {
          if (sum.state() == FileSet.State.DIFFERENT) {
            notes.add("%s %s, and so may its figures".formatted(file, sum.state()));
          }
        });
    notes.addAll(ShorterTraining.notes(results));
    notes.addAll(fewerSeeds());
    notes.addAll(strangersToLearnFrom());
    if (options.attack()) {
      notes.add(
          "attacked are %s samples of each set, by PGD in %s steps"
              .formatted(
                  Words.count(options.effort().attacked()),
                  Words.count(options.effort().attackSteps())));
    }
    return notes;
  }

  /** What a reader must know before anything else; empty when all samples were judged. */
  String banner() {
    Effort effort = options.effort();
    return effort.judged() == Effort.PAPER.judged()
        ? ""
        : BANNER.formatted(
            Words.count(effort.trainingImages()),
            Words.count(effort.judged()),
            Words.count(effort.epochs()));
  }

  private List<String> fewerSeeds() {
    Map<MethodName, LongSummaryStatistics> seeds =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    Result::method,
                    TreeMap::new,
                    Collectors.summarizingLong(result -> result.measured().count())));
    String fewer =
        seeds.entrySet().stream()
            .filter(entry -> entry.getValue().getMin() < options.seeds())
            .map(entry -> entry.getKey().title() + " " + range(entry.getValue()))
            .collect(Collectors.joining("; "));
    return fewer.isEmpty()
        ? List.of()
        : List.of("fewer than %d seeds: %s".formatted(options.seeds(), fewer));
  }

  private static String range(LongSummaryStatistics seeds) {
    return seeds.getMin() == seeds.getMax()
        ? Long.toString(seeds.getMin())
        : "%d to %d".formatted(seeds.getMin(), seeds.getMax());
  }

  private List<String> strangersToLearnFrom() {
    boolean learned =
        results.stream()
            .anyMatch(result -> result.method().learns() == Learns.LABELS_AND_STRANGERS);
    return learned && options.auxiliary() == null
        ? List.of(
            "the strangers to learn from, of the methods that need some, were made of the"
                + " training samples")
        : List.of();
  }
}
