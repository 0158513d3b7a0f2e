package dev.stranger.paper;

import dev.stranger.DataException;
import dev.stranger.metric.ScoreComparison;
import dev.stranger.report.Metric;
import java.util.Arrays;

/**
 * What the tables of the paper measure: the metrics of every report, and one that makes up for sets
 * of another size than the published ones.
 */
public enum PaperMetric {
  FPR95(Metric.FPR95),
  AUROC(Metric.AUROC),
  AUPR_IN_PUBLISHED_RATIO(
      "aupr_in_published_ratio",
      "AUPR-in, published ratio",
      Metric.AUPR_IN,
      """
      AUPR-in as if there were as many strangers for each normal sample as in the paper: copies of \
      its sets may have fewer, and AUPR-in depends on that."""),
  AUPR_IN(Metric.AUPR_IN),
  AUPR_OUT(Metric.AUPR_OUT),
  OVERLAP_UNION(Metric.OVERLAP_UNION),
  OVERLAP(Metric.OVERLAP),
  MMD(Metric.MMD),
  WASSERSTEIN(Metric.WASSERSTEIN),
  FPR95_OUT_POSITIVE(Metric.FPR95_OUT_POSITIVE);

  private final String key;
  private final String title;
  private final Metric like;
  private final String meaning;

  PaperMetric(Metric same) {
    this(same.key(), same.title(), same, same.meaning());
  }

  /**
   * @param like has the same unit
   */
  PaperMetric(String key, String title, Metric like, String meaning) {
    this.key = key;
    this.title = title;
    this.like = like;
    this.meaning = meaning;
  }

  /**
   * @throws DataException when no metric has this key
   */
  static PaperMetric of(String key) {
    return Arrays.stream(values())
        .filter(metric -> metric.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new DataException("'%s' is no metric".formatted(key)));
  }

  /** In files. */
  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  /** In a sentence or two. */
  public String meaning() {
    return meaning;
  }

  /** Of the published figures: the paper judged whole sets, so their ratio is the published one. */
  PaperMetric published() {
    return this == AUPR_IN_PUBLISHED_RATIO ? AUPR_IN : this;
  }

  /**
   * In the unit of tables: shares in percent.
   *
   * @param comparison of the samples as they are
   * @param auprInPublishedRatio as a share
   */
  public double inUnit(ScoreComparison comparison, double auprInPublishedRatio) {
    return this == AUPR_IN_PUBLISHED_RATIO ? 100 * auprInPublishedRatio : like.inUnit(comparison);
  }

  /** How many digits tables show after the point. */
  public int digits() {
    return like.digits();
  }

  public boolean isPercent() {
    return like.isPercent();
  }

  /** "percent, low is best" and the like. */
  String unit() {
    return like.unit();
  }
}
