package dev.stranger.evaluate;

import java.util.List;

/**
 * What one detector said of all samples of a set. Scores are all that is kept of a sample, so a set
 * may be far larger than memory.
 *
 * @param name of the set
 * @param kinds of scores
 * @param scores for each kind those of all samples that it judged; a baseline may judge fewer
 * @param pValues of all samples
 */
public record ScoredSet(
    String name, List<ScoreKind> kinds, List<double[]> scores, float[] pValues) {

  public ScoredSet {
    kinds = List.copyOf(kinds);
    scores = List.copyOf(scores);
  }

  /** How many samples were judged. */
  public int size() {
    return pValues.length;
  }

  public double[] scores(ScoreKind kind) {
    return scores.get(kinds.indexOf(kind));
  }

  /** The share of samples whose p-value is at most {@code threshold}. */
  public double flagged(double threshold) {
    int count = 0;
    for (float pValue : pValues) {
      count += pValue <= threshold ? 1 : 0;
    }
    return (double) count / pValues.length;
  }
}
