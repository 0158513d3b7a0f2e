package dev.stranger.spark.scores;

import dev.stranger.spark.scores.SketchedMetrics.Interval;

/**
 * Accepts the lowest scores, more and more: which share of the negatives is accepted together with
 * a share u of the positives. The threshold that accepts u lies between the first step whose upper
 * bound reaches u and the first one whose lower bound does, and the negatives have bounds there.
 */
record AcceptCurve(RankLadder positives, RankLadder negatives) {

  /** What holds while u goes through part of [0, 1]. */
  private interface Part {

    /**
     * @param u where the part begins
     * @param first step of the positives that may be the threshold
     * @param last such step
     */
    double value(double u, int first, int last);
  }

  /** The mean over all u; the steps are the same within each part. */
  private double mean(Part part) {
    double mean = 0;
    double u = 0;
    int first = 0;
    int last = 0;
    while (u < 1) {
      double next = Math.min(positives.high(first), positives.low(last));
      mean += next > u ? (next - u) * part.value(u, first, last) : 0;
      u = Math.max(u, next);
      first += first < positives.last() && positives.high(first) <= u ? 1 : 0;
      last += last < positives.last() && positives.low(last) <= u ? 1 : 0;
    }
    return mean;
  }

  private double value(int step) {
    return positives.values()[step];
  }

  /** The area under the curve; negatives as high as the threshold are half accepted. */
  Interval area() {
    return new Interval(
        mean((u, first, last) -> halfLow(value(first))),
        mean((u, first, last) -> halfHigh(value(last))));
  }

  private double halfLow(double score) {
    return (negatives.low(negatives.at(score)) + negatives.low(negatives.below(score))) / 2;
  }

  private double halfHigh(double score) {
    return (negatives.high(negatives.at(score)) + negatives.high(negatives.below(score))) / 2;
  }

  /** The mean share of positives among what is accepted: average precision. */
  Interval precision() {
    return new Interval(
        mean(
            (u, first, last) ->
                precision(
                    Math.max(u, positives.low(first)), negatives.high(negatives.at(value(last))))),
        mean(
            (u, first, last) ->
                precision(positives.high(last), negatives.low(negatives.at(value(first))))));
  }

  private double precision(double accepted, double wronglyAccepted) {
    double right = accepted * positives.size();
    return right == 0 ? 0 : right / (right + wronglyAccepted * negatives.size());
  }

  /**
   * At the threshold whose share of positives is nearest to a recall; of equally near ones at the
   * last.
   */
  Interval atRecall(double recall) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int step = 0; step <= positives.last(); step++) {
      nearest = Math.min(nearest, farthest(step, recall));
    }
    int first = 0;
    while (distance(first, recall) > nearest) {
      first++;
    }
    int last = positives.last();
    while (distance(last, recall) > nearest) {
      last--;
    }
    return positives.error() == 0
        ? new Interval(negatives.low(endOf(last)), negatives.high(endOf(last)))
        : new Interval(negatives.low(negatives.at(value(first))), negatives.high(endOf(last)));
  }

  private double farthest(int step, double recall) {
    return Math.max(
        Math.abs(positives.low(step) - recall), Math.abs(positives.high(step) - recall));
  }

  private double distance(int step, double recall) {
    return Math.max(0, Math.max(positives.low(step) - recall, recall - positives.high(step)));
  }

  /** The last negatives that are accepted before another positive is. */
  private int endOf(int step) {
    return step == positives.last() ? negatives.at(value(step)) : negatives.below(value(step + 1));
  }
}
