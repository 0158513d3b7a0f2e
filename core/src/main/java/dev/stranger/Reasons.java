package dev.stranger;

import java.util.Comparator;
import java.util.List;

/**
 * What a score is made of.
 *
 * @param parts one for each statistic that the score looks at; the amount of a single one is the
 *     score itself, those of several, signs dropped, add up to it
 */
public record Reasons(List<Part> parts) {

  /**
   * What one statistic adds to a score.
   *
   * @param statistic in words
   * @param amount of several parts that is negative when the sample has less of the statistic than
   *     the average training sample
   */
  public record Part(String statistic, double amount) {}

  public Reasons {
    parts = List.copyOf(parts);
  }

  /** Whether there is but one statistic, which then tells no more than the score. */
  public boolean isSingle() {
    return parts.size() == 1;
  }

  /**
   * Whether the sample has less of a part than the average training sample. Never of a single part:
   * that is the score, which may be negative for every sample.
   */
  public boolean isLow(Part part) {
    return !isSingle() && part.amount() < 0;
  }

  /**
   * How much of the score comes from this part, between 0 and 1: all of it from a single part; of
   * several, nothing when the score is 0.
   */
  public double share(Part part) {
    if (isSingle()) {
      return 1;
    }
    double all = parts.stream().mapToDouble(p -> Math.abs(p.amount())).sum();
    return all == 0 ? 0 : Math.abs(part.amount()) / all;
  }

  /** The part with the largest share. */
  public Part main() {
    return largestFirst().get(0);
  }

  /** The main part in words; empty when no part has a share. */
  public String inWords() {
    return share(main()) == 0 ? "" : inWords(main());
  }

  /** The statistic of a part, and that it is low where it is. */
  public String inWords(Part part) {
    return isLow(part) ? part.statistic() + " (low)" : part.statistic();
  }

  public List<Part> largestFirst() {
    return parts.stream()
        .sorted(Comparator.comparingDouble(part -> -Math.abs(part.amount())))
        .toList();
  }
}
