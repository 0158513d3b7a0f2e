package dev.stranger.metric;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every number on one pair of in- and out-scores, from one sort; see {@link RankMetrics} and {@link
 * DistributionMetrics} for what each of them means. Immutable.
 *
 * <p>Scores must be finite; take {@link RankMetrics} alone when some are infinite. Cost: one sort
 * of each set, then linear time.
 *
 * @param numbers by their names in files, such as {@code auroc}; later versions may have more
 */
public record ScoreComparison(Map<String, Double> numbers) {

  public ScoreComparison {
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }

  /**
   * Compares the scores of in-distribution samples with those of strangers; the arrays are not
   * changed.
   *
   * @throws dev.stranger.DataException when a set is empty, or a score is NaN or infinite
   */
  public static ScoreComparison of(double[] in, double[] out) {
    SortedScores scores = SortedScores.of(in, out);
    RankMetrics rank = RankMetrics.of(scores);
    DistributionMetrics distribution = DistributionMetrics.of(scores);
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("fpr95", rank.fpr95());
    numbers.put("auroc", rank.auroc());
    numbers.put("aupr_in", rank.auprIn());
    numbers.put("aupr_out", rank.auprOut());
    numbers.put("fpr95_out_positive", rank.fpr95OutPositive());
    numbers.put("overlap", distribution.overlap());
    numbers.put("overlap_union", distribution.overlapUnion());
    numbers.put("wasserstein", distribution.wasserstein());
    numbers.put("mmd", distribution.mmd());
    return new ScoreComparison(numbers);
  }

  /** A number by its name; NaN when there is none, as in what an earlier version wrote. */
  public double number(String name) {
    return numbers.getOrDefault(name, Double.NaN);
  }

  public double fpr95() {
    return number("fpr95");
  }

  public double auroc() {
    return number("auroc");
  }

  public double auprIn() {
    return number("aupr_in");
  }

  public double auprOut() {
    return number("aupr_out");
  }

  public double fpr95OutPositive() {
    return number("fpr95_out_positive");
  }

  public double overlap() {
    return number("overlap");
  }

  public double overlapUnion() {
    return number("overlap_union");
  }

  public double wasserstein() {
    return number("wasserstein");
  }

  public double mmd() {
    return number("mmd");
  }
}
