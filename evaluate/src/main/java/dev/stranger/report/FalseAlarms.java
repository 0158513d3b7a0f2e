package dev.stranger.report;

import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.RateBand;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.Findings.Guarantee;

/**
 * How often normal samples are flagged, and how often luck alone would have it.
 *
 * @param bound where the line lies among the held-out scores
 * @param samples how many normal samples were judged
 * @param rate share of them that was flagged
 * @param band in which the rate lies in 98 of 100 draws of held-out and judged samples
 */
record FalseAlarms(FalseAlarmBound bound, int samples, double rate, RateBand band) {

  /** One in a hundred lies below the band by chance, one above it. */
  static final double LOW = 0.01;

  static final double HIGH = 0.99;

  static FalseAlarms of(Findings findings) {
    FalseAlarmBound bound = bound(findings.guarantee());
    int samples = findings.normal().size();
    double rate = findings.normal().flagged(findings.guarantee().threshold());
    return new FalseAlarms(bound, samples, rate, bound.bandAmong(samples, LOW, HIGH));
  }

  private static FalseAlarmBound bound(Guarantee guarantee) {
    int size = guarantee.calibrationScores().length;
    int rank = (int) Math.floor(guarantee.threshold() * (size + 1.0) + 1e-9);
    return new FalseAlarmBound(size, Math.max(1, Math.min(size, rank)));
  }

  boolean withinBand() {
    return band.holds(rate);
  }

  /** The held-out score that a flagged sample exceeds. */
  static double thresholdScore(Guarantee guarantee) {
    float[] sorted = guarantee.calibrationScores();
    return sorted[sorted.length - bound(guarantee).rank()];
  }
}
