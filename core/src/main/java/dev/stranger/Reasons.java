package dev.stranger;

import java.util.Comparator;
import java.util.List;

/**
 * What a score is made of.
 *
 * @param parts one for each statistic that the score looks at; their amounts, signs dropped, add up
 *     to the score
 */
public record Reasons(List<Part> parts) {

  /**
   * What one statistic adds to a score.
   *
   * @param statistic in words
   * @param amount negative when the sample has less of it than the average training sample
   */
  public record Part(String statistic, double amount) {

    /** Whether the sample has less of it than the average training sample. */
    public boolean isLow() {
      return amount < 0;
    }

    /** The statistic, and that it is low where it is. */
    public String inWords() {
      return isLow() ? statistic + " (low)" : statistic;
    }
  }

  public Reasons {
    parts = List.copyOf(parts);
  }

  /** How much of the score comes from this part, between 0 and 1; 0 when the score is 0. */
  public double share(Part part) {
    double all = parts.stream().mapToDouble(p -> Math.abs(p.amount())).sum();
    return all == 0 ? 0 : Math.abs(part.amount()) / all;
  }

  /** The part with the largest share. */
  public Part main() {
    return largestFirst().get(0);
  }

  /** The main part in words; empty for a score of zero, which has no reason. */
  public String inWords() {
    return share(main()) == 0 ? "" : main().inWords();
  }

  public List<Part> largestFirst() {
    return parts.stream()
        .sorted(Comparator.comparingDouble(part -> -Math.abs(part.amount())))
        .toList();
  }
}
