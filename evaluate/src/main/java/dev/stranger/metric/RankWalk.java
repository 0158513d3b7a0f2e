package dev.stranger.metric;

/**
 * One walk up the scores, a group of equal scores at a time. Before a group, {@code i} in- and
 * {@code j} out-scores lie strictly below it, which is all that the rank metrics need.
 */
final class RankWalk {

  /** Compared in floating point as the usual scripts do, so that half-way cases agree with them. */
  private static final double RECALL = 0.95;

  private final double[] in;
  private final double[] out;
  private int i;
  private int j;

  private long twiceWins;
  private double precisionsIn;
  private double precisionsOut;
  private double inMissBy = Double.POSITIVE_INFINITY;
  private double outMissBy = Double.POSITIVE_INFINITY;
  private int outAcceptedAt95;
  private int inRejectedAt95;

  RankWalk(SortedScores scores) {
    in = scores.in();
    out = scores.out();
  }

  RankMetrics metrics() {
    while (i < in.length || j < out.length) {
      double score = lowest();
      add(endOfTies(in, i, score), endOfTies(out, j, score));
    }
    return new RankMetrics(
        outAcceptedAt95 / (double) out.length,
        twiceWins / (2.0 * in.length * out.length),
        precisionsIn / in.length,
        precisionsOut / out.length,
        inRejectedAt95 / (double) in.length);
  }

  private double lowest() {
    if (i == in.length) {
      return out[j];
    }
    return j == out.length ? in[i] : Math.min(in[i], out[j]);
  }

  private static int endOfTies(double[] sorted, int index, double score) {
    int end = index;
    while (end < sorted.length && sorted[end] == score) {
      end++;
    }
    return end;
  }

  /** Takes in the group that ends before {@code iEnd} and {@code jEnd}. */
  private void add(int iEnd, int jEnd) {
    addPrecisions(iEnd, jEnd);
    twiceWins += (jEnd - j) * ((long) i + iEnd); // half a win for each tie
    acceptUpTo(iEnd, jEnd);
    rejectFromHere();
    i = iEnd;
    j = jEnd;
  }

  private void addPrecisions(int iEnd, int jEnd) {
    if (iEnd > i) {
      precisionsIn += (iEnd - i) * (iEnd / ((double) iEnd + jEnd));
    }
    if (jEnd > j) {
      double outRejected = out.length - j;
      precisionsOut += (jEnd - j) * (outRejected / (outRejected + in.length - i));
    }
  }

  /** In-distribution positive: of equal recalls the last counts, but the first that is full. */
  private void acceptUpTo(int iEnd, int jEnd) {
    double missBy = Math.abs(iEnd / (double) in.length - RECALL);
    if (missBy <= inMissBy && i < in.length) {
      inMissBy = missBy;
      outAcceptedAt95 = jEnd;
    }
  }

  /** Strangers positive: the mirror image, so the first counts, but the last that is full. */
  private void rejectFromHere() {
    double missBy = Math.abs((out.length - j) / (double) out.length - RECALL);
    if (missBy < outMissBy || j == 0) {
      outMissBy = missBy;
      inRejectedAt95 = in.length - i;
    }
  }
}
