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
import java.util.stream.Stream;

/** Where a run was another one than the paper's, as far as that shows in its results. */
record RunNotes(PaperOptions options, List<Result> results) {

  private static final String BANNER =
      """
      NOT COMPARABLE WITH THE PAPER: this is a quick run, with at most %s training images, %s \
      judged samples of each set and %s epochs for images.""";

  /**
   * In what data and settings differ.
   *
   * @param files that the data were read from
   */
  List<String> caveats(Map<String, DataFileSums.Sum> files) {
    List<String> notes = new ArrayList<>();
    files.forEach(
        (file, sum) -> {
          if (sum.state() == FileSet.State.DIFFERENT) {
            notes.add("%s %s, and so may its figures".formatted(file, sum.state()));
          }
        });
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

  /** Which methods learned for a shorter time or fewer times. */
  List<String> shorter() {
    return Stream.concat(ShorterTraining.notes(results).stream(), fewerSeeds().stream()).toList();
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
    Map<String, List<String>> fewer =
        seeds.entrySet().stream()
            .filter(entry -> entry.getValue().getMin() < options.seeds())
            .collect(
                Collectors.groupingBy(
                    entry -> range(entry.getValue()),
                    TreeMap::new,
                    Collectors.mapping(entry -> entry.getKey().title(), Collectors.toList())));
    return fewer.entrySet().stream()
        .map(entry -> "%s: %s".formatted(entry.getKey(), String.join("; ", entry.getValue())))
        .toList();
  }

  private static String range(LongSummaryStatistics seeds) {
    return seeds.getMin() == seeds.getMax()
        ? Words.count(seeds.getMin(), "seed")
        : "%d to %d seeds".formatted(seeds.getMin(), seeds.getMax());
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
