package dev.stranger;

import java.util.Comparator;
import java.util.List;

/**
 * Why a sample got its score: what each statistic adds to it, and where the detector would have
 * expected other values.
 *
 * @param parts one for each statistic that the score is made of; their amounts, signs dropped, add
 *     up to the score
 * @param reconstruction what the detector makes of the sample, in its shape
 * @param residual how far each value is from its reconstruction, squared
 */
public record Explanation(List<Part> parts, float[] reconstruction, float[] residual) {

  /**
   * What one statistic adds to a score.
   *
   * @param statistic in words
   * @param amount negative when the statistic is lower than in the nearest normal samples
   */
  public record Part(String statistic, double amount) {}

  public Explanation {
    parts = List.copyOf(parts);
  }

  /** With the residual of the sample. */
  public static Explanation of(List<Part> parts, float[] sample, float[] reconstruction) {
    float[] residual = new float[sample.length];
    for (int i = 0; i < residual.length; i++) {
      float difference = sample[i] - reconstruction[i];
      residual[i] = difference * difference;
    }
    return new Explanation(parts, reconstruction, residual);
  }

  /** How much of the score comes from this part, between 0 and 1. */
  public double share(Part part) {
    double all = parts.stream().mapToDouble(p -> Math.abs(p.amount())).sum();
    return all == 0 ? 0 : Math.abs(part.amount()) / all;
  }

  /** The part with the largest share. */
  public Part main() {
    return parts.stream()
        .max(Comparator.comparingDouble(part -> Math.abs(part.amount())))
        .orElseThrow();
  }
}
