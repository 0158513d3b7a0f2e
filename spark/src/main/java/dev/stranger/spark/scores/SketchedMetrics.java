package dev.stranger.spark.scores;

/**
 * How well scores tell strangers from normal samples, from the sketches of both: the numbers of
 * {@code dev.stranger.metric.RankMetrics}, each as an interval that holds the exact number whenever
 * both sketches keep their {@linkplain ScoreSketch#RANK_ERROR error}. Exact sketches give exact
 * numbers. Immutable; takes milliseconds to a second, whatever the number of scores.
 *
 * <p>All of them follow from bounds of one curve, the share of negatives that is accepted together
 * with a share of the positives.
 *
 * @param fpr95 share of strangers accepted when 95 % of the normal samples are accepted
 * @param auroc chance that a stranger scores higher than a normal sample
 * @param auprIn average precision, normal samples being the positive class
 * @param auprOut average precision, strangers being the positive class
 * @param fpr95OutPositive share of normal samples rejected when 95 % of the strangers are rejected
 */
public record SketchedMetrics(
    Interval fpr95, Interval auroc, Interval auprIn, Interval auprOut, Interval fpr95OutPositive) {

  /** What a number lies between. */
  public record Interval(double low, double high) {

    public double middle() {
      return (low + high) / 2;
    }

    /** By how much the middle may be off. */
    public double error() {
      return (high - low) / 2;
    }
  }

  /**
   * @param in scores of normal samples
   * @param out scores of strangers
   * @throws dev.stranger.DataException when one of them has no scores
   */
  public static SketchedMetrics of(ScoreSketch in, ScoreSketch out) {
    AcceptCurve normal = new AcceptCurve(in.ladder(), out.ladder());
    AcceptCurve strange = new AcceptCurve(out.ladder().mirrored(), in.ladder().mirrored());
    Interval below = normal.area();
    return new SketchedMetrics(
        normal.atRecall(0.95),
        new Interval(1 - below.high(), 1 - below.low()),
        normal.precision(),
        strange.precision(),
        strange.atRecall(0.95));
  }
}
