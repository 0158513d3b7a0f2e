package dev.stranger.paper.experiment;

import dev.stranger.paper.PaperTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which models judge which sets for the tables that are wanted. */
record Plan(PaperOptions options, PaperSets sets, Entrants entrants) {

  private static final Set<PaperTable> OF_IMAGES =
      Set.of(PaperTable.TABLE1, PaperTable.TABLE2, PaperTable.MMD_WD);

  List<Experiment> experiments() {
    List<Experiment> experiments = new ArrayList<>();
    if (options.figures() || OF_IMAGES.stream().anyMatch(options::wants)) {
      experiments.add(images());
    }
    if (options.figures() || options.wants(PaperTable.SAME)) {
      experiments.add(same());
    }
    if (options.wants(PaperTable.TABLE3)) {
      experiments.add(heartbeatsAsPublished());
      experiments.add(heartbeats());
    }
    if (options.wants(PaperTable.PHOTOS)) {
      experiments.add(photographs());
    }
    return experiments.stream().filter(experiment -> !experiment.strangers().isEmpty()).toList();
  }

  private Experiment images() {
    return new Experiment(
        PaperSets.GARMENTS,
        sets.testGarments(),
        options.strangersOf(PaperSets.STRANGERS).stream().map(sets::strangers).toList(),
        Stream.concat(entrants.ofImages().stream(), entrants.ofContaminatedImages().stream())
            .toList(),
        OF_IMAGES);
  }

  /** Training samples as the normal ones, test samples as strangers. */
  private Experiment same() {
    return new Experiment(
        PaperSets.GARMENTS,
        sets.trainingGarments(),
        List.of(sets.testGarments()),
        entrants.ofImages(),
        Set.of(PaperTable.SAME));
  }

  /** The very beats that were learnt from are the normal ones: see the departures. */
  private Experiment heartbeatsAsPublished() {
    PaperSet learnt = sets.heartbeats("paper-train-normal");
    return new Experiment(
        PaperSets.HEARTBEATS,
        learnt,
        List.of(sets.heartbeats("paper-test-abnormal").called(PaperSets.HEARTBEATS)),
        entrants.ofHeartbeats(learnt, "as-published"),
        Set.of(PaperTable.TABLE3));
  }

  private Experiment heartbeats() {
    PaperSet normal = sets.heartbeats("test-normal");
    return new Experiment(
        normal.name(),
        normal,
        List.of(sets.heartbeats("test-abnormal")),
        entrants.ofHeartbeats(sets.heartbeats("train-normal"), "held-out"),
        Set.of(PaperTable.TABLE3));
  }

  private Experiment photographs() {
    return new Experiment(
        PaperSets.PHOTOGRAPHS,
        sets.testPhotographs(),
        options.strangersOf(PaperSets.PHOTOGRAPH_STRANGERS).stream()
            .map(sets::photographStrangers)
            .toList(),
        entrants.ofPhotographs(),
        Set.of(PaperTable.PHOTOS));
  }
}
