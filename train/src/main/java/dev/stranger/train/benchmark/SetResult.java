package dev.stranger.train.benchmark;

import dev.stranger.metric.RankMetrics;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What was measured on a set.
 *
 * @param rows that were learned from, held-out ones included
 * @param normal rows that were judged
 * @param anomalies rows that were judged
 * @param scores the detector first, then the baselines; empty when the set is missing
 * @param trainings one for each seed
 * @param missing why nothing was measured, or empty
 */
public record SetResult(
    String name,
    long rows,
    long normal,
    long anomalies,
    List<Score> scores,
    List<Training> trainings,
    String missing) {

  /** How the detector is called among the scores; the names of other detectors begin so. */
  public static final String STRANGER = "stranger";

  public SetResult {
    scores = List.copyOf(scores);
    trainings = List.copyOf(trainings);
  }

  static SetResult missing(String name, String reason) {
    return new SetResult(name, 0, 0, 0, List.of(), List.of(), reason);
  }

  /**
   * @param key in files
   * @param title for people
   * @param runs one for each seed; one of a baseline, which has none
   */
  public record Score(String key, String title, List<RankMetrics> runs) {

    /** The mean over the runs. */
    public double mean(ToDoubleFunction<RankMetrics> metric) {
      return runs.stream().mapToDouble(metric).average().orElseThrow();
    }
  }

  /**
   * The training of a detector.
   *
   * @param flagged share of the normal rows that were judged
   * @param held whether this is no more than chance explains, see {@link Benchmark#CHANCE}
   */
  public record Training(long seed, double seconds, double flagged, boolean held) {}

  public boolean isMissing() {
    return scores.isEmpty();
  }

  public Score detector() {
    return scores.get(0);
  }

  Score score(String key) {
    return scores.stream().filter(score -> score.key().equals(key)).findFirst().orElseThrow();
  }

  /** The baseline with the highest AUROC. */
  public Score bestBaseline() {
    return scores.stream()
        .filter(score -> !score.key().startsWith(STRANGER))
        .max(Comparator.comparingDouble(score -> score.mean(RankMetrics::auroc)))
        .orElseThrow();
  }

  /** By how much the AUROC of the detector is higher than that of another score. */
  double lead(String key) {
    return detector().mean(RankMetrics::auroc) - score(key).mean(RankMetrics::auroc);
  }

  /** The place of a score by its AUROC, 1 is best; equal ones share the mean of their places. */
  double rank(Score score) {
    double own = score.mean(RankMetrics::auroc);
    long better = scores.stream().filter(s -> s.mean(RankMetrics::auroc) > own).count();
    long equal = scores.stream().filter(s -> s.mean(RankMetrics::auroc) == own).count();
    return better + (equal + 1) / 2.0;
  }

  /** The mean over the trainings. */
  public double mean(ToDoubleFunction<Training> number) {
    return trainings.stream().mapToDouble(number).average().orElseThrow();
  }
}
