package dev.stranger.evaluate;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.baseline.Baseline;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.evaluate.Findings.Examples;
import dev.stranger.evaluate.Findings.Guarantee;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how well detectors tell normal samples from sets of strangers. Samples stream by; of
 * each only its scores are kept, some dozen numbers. Several detectors, as from several seeds, give
 * intervals; what is shown of single samples is from the first.
 *
 * @param normal samples that no detector was trained on
 * @param strangers sets that no detector was trained on either
 * @param baselines simple scores to compare with, fitted to what the detectors learned from
 * @param progress gets the number of samples judged since it was last called
 */
public record Evaluator(
    Dataset normal, List<Dataset> strangers, List<Baseline> baselines, LongConsumer progress) {

  private static final int EXAMPLES = 8;

  /** As many samples of a set tell how good a baseline is, and some baselines are slow. */
  private static final int MOST_FOR_BASELINES = 10_000;

  public Evaluator {
    strangers = List.copyOf(strangers);
    baselines = List.copyOf(baselines);
    if (strangers.isEmpty()) {
      throw new DataException("there are no strangers to tell apart; give at least one set");
    }
    Evaluation.requireDifferentNames(strangers.stream().map(Dataset::name).toList());
  }

  /**
   * What the detectors have in common, which tells how to prepare samples for them. Their graphs
   * are not run: what costs time is left to {@link #evaluate}.
   *
   * @param reading of what a file says of itself
   * @throws DataException when they take different samples or give different scores, or one is
   *     given twice
   */
  public static Metadata requireAlike(List<Path> detectors, Function<Path, Metadata> reading) {
    requireDifferent(detectors);
    List<Candidate> all =
        detectors.stream().map(file -> candidate(file, reading.apply(file))).toList();
    all.forEach(all.get(0)::requireAlike);
    return all.get(0).metadata();
  }

  private static Candidate candidate(Path file, Metadata metadata) {
    return new Candidate(file, metadata, SetReview.kinds(metadata, false));
  }

  private static void requireDifferent(List<Path> detectors) {
    if (detectors.isEmpty()) {
      throw new DataException("there is no detector to evaluate; give at least one file");
    }
    Set<Path> seen = new HashSet<>();
    for (Path file : detectors) {
      if (!seen.add(file)) {
        throw new DataException(
            "%s is given twice; one detector tells nothing of the spread".formatted(file));
      }
    }
  }

  /** How many samples are judged by each detector. */
  public long samples() {
    return sets().stream().mapToLong(Dataset::size).sum();
  }

  private List<Dataset> sets() {
    List<Dataset> sets = new ArrayList<>();
    sets.add(normal);
    sets.addAll(strangers);
    return sets;
  }

  /**
   * @throws DataException when a file is no detector, a set does not fit it, or the detectors are
   *     not {@linkplain #requireAlike alike}
   */
  public Findings evaluate(List<Path> detectors) {
    return evaluate(detectors, Detector::open);
  }

  /**
   * The same where detectors are opened in another way: on a GPU, or only when they are signed.
   *
   * @param opening of a detector that is about to judge, called once for each; it is closed before
   *     the next is opened, so that memory does not grow with their number
   */
  public Findings evaluate(List<Path> detectors, Function<Path, Detector> opening) {
    requireDifferent(detectors);
    List<List<double[]>> byBaselines = sets().stream().map(this::byBaselines).toList();
    List<String> names = detectors.stream().map(Path::toString).toList();
    @Nullable Candidate first = null;
    @Nullable Findings findings = null;
    for (Path file : detectors) {
      try (Detector detector = opening.apply(file)) {
        Candidate candidate = new Candidate(file, detector.metadata(), SetReview.kinds(detector));
        if (first == null || findings == null) {
          first = candidate;
          findings = findings(names, detector, byBaselines);
        } else {
          first.requireAlike(candidate);
          findings = findings.with(evaluation(judge(detector, null)));
        }
      }
    }
    return Objects.requireNonNull(findings);
  }

  private List<double[]> byBaselines(Dataset set) {
    if (baselines.isEmpty()) {
      return List.of();
    }
    Dataset some = set.spread(MOST_FOR_BASELINES).inMemory();
    return baselines.stream().map(baseline -> baseline.score(some)).toList();
  }

  private Findings findings(
      List<String> names, Detector detector, List<List<double[]>> byBaselines) {
    List<Examples> pictures = new ArrayList<>();
    List<ScoredSet> judged = judge(detector, pictures);
    List<ScoredSet> scored =
        IntStream.range(0, judged.size())
            .mapToObj(set -> withBaselines(judged.get(set), byBaselines.get(set)))
            .toList();
    Metadata metadata = detector.metadata();
    return Findings.builder()
        .detectors(names)
        .shape(detector.shape())
        .range(metadata.range())
        .columns(metadata.columnsOrChannels())
        .guarantee(
            new Guarantee(
                detector.guarantee(),
                detector.bound().threshold(),
                detector.calibration().scores()))
        .evaluation(evaluation(scored))
        .normal(scored.get(0))
        .strangers(scored.subList(1, scored.size()))
        .pictures(pictures)
        .card(metadata.card())
        .build();
  }

  private static Evaluation evaluation(List<ScoredSet> scored) {
    return Evaluation.of(scored.get(0), scored.subList(1, scored.size()));
  }

  /**
   * @param pictures gets the hardest samples of each set, unless it is null
   */
  private List<ScoredSet> judge(Detector detector, @Nullable List<Examples> pictures) {
    List<ScoredSet> scored = new ArrayList<>();
    for (Dataset set : sets()) {
      HardestSamples hardest =
          set == normal ? HardestSamples.highest(EXAMPLES) : HardestSamples.lowest(EXAMPLES);
      scored.add(SetReview.of(detector, set, hardest, progress));
      if (pictures != null) {
        List<Example> samples = new Explainer(detector).explain(set, hardest.inOrder());
        pictures.add(new Examples(set.name(), samples));
      }
    }
    return scored;
  }

  private ScoredSet withBaselines(ScoredSet judged, List<double[]> byBaselines) {
    List<ScoreKind> kinds = new ArrayList<>(judged.kinds());
    baselines.forEach(
        baseline -> kinds.add(new ScoreKind(baseline.key(), baseline.title(), Role.BASELINE)));
    List<double[]> scores = new ArrayList<>(judged.scores());
    scores.addAll(byBaselines);
    return new ScoredSet(judged.name(), kinds, scores, judged.pValues());
  }
}
