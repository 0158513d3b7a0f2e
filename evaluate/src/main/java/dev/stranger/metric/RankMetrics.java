package dev.stranger.metric;

/**
 * What the order of the scores alone says: any strictly increasing map of the scores leaves these
 * numbers as they are. All are fractions in [0, 1]; equal scores are treated as one threshold.
 *
 * <p>Infinite scores are welcome, they rank below or above everything else. NaN and empty sets are
 * refused. Cost: one sort of each set, then one walk over both; the memory of two copies.
 *
 * <p>The two FPR95 read the ROC curve as the out-of-distribution literature does: at the point
 * whose true-positive rate is nearest to 95 %, above or below it, the higher of two equally near;
 * where several points share that rate, at the highest false-positive rate among them (at the
 * lowest if the rate is 100 %).
 *
 * @param fpr95 share of strangers accepted when 95 % of the in-distribution samples are accepted
 *     (in-distribution is the positive class); 0 is best
 * @param auroc chance that a stranger scores higher than an in-distribution sample, ties counting
 *     half; 1 is best, 0.5 is guessing
 * @param auprIn average precision, {@code sum over thresholds of (recall step) * precision}, with
 *     in-distribution as the positive class; guessing gives the share of in-distribution samples
 * @param auprOut average precision with strangers as the positive class
 * @param fpr95OutPositive share of in-distribution samples rejected when 95 % of the strangers are
 *     rejected (strangers are the positive class); 0 is best
 */
public record RankMetrics(
    double fpr95, double auroc, double auprIn, double auprOut, double fpr95OutPositive) {

  /**
   * Compares the scores of in-distribution samples with those of strangers; the arrays are not
   * changed.
   *
   * @throws dev.stranger.DataException when a set is empty or holds NaN
   */
  public static RankMetrics of(double[] in, double[] out) {
    return of(SortedScores.of(in, out));
  }

  static RankMetrics of(SortedScores scores) {
    return new RankWalk(scores).metrics();
  }
}
