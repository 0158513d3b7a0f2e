package dev.stranger.metric;

/**
 * Every number on one pair of in- and out-scores, from one sort; see {@link RankMetrics} and {@link
 * DistributionMetrics} for what each of them means.
 *
 * <p>Scores must be finite; take {@link RankMetrics} alone when some are infinite. Cost: one sort
 * of each set, then linear time.
 */
public record ScoreComparison(
    double fpr95,
    double auroc,
    double auprIn,
    double auprOut,
    double fpr95OutPositive,
    double overlap,
    double overlapUnion,
    double wasserstein,
    double mmd) {

  /**
   * Compares the scores of in-distribution samples with those of strangers; the arrays are not
   * changed.
   *
   * @throws dev.stranger.DataException when a set is empty, or a score is NaN or infinite
   */
  public static ScoreComparison of(double[] in, double[] out) {
    SortedScores scores = SortedScores.of(in, out);
    return of(RankMetrics.of(scores), DistributionMetrics.of(scores));
  }

  private static ScoreComparison of(RankMetrics rank, DistributionMetrics distribution) {
    return new ScoreComparison(
        rank.fpr95(),
        rank.auroc(),
        rank.auprIn(),
        rank.auprOut(),
        rank.fpr95OutPositive(),
        distribution.overlap(),
        distribution.overlapUnion(),
        distribution.wasserstein(),
        distribution.mmd());
  }
}
