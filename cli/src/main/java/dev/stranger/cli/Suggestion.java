package dev.stranger.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a mistyped word may have been meant to be. */
final class Suggestion {

  private Suggestion() {}

  /** The known word that begins with the typed one or is a few letters away from it. */
  static Optional<String> of(String typed, Collection<String> known) {
    int tolerated = (typed.length() + 2) / 3;
    return known.stream()
        .filter(word -> word.startsWith(typed) || distance(typed, word) <= tolerated)
        .min(Comparator.comparingInt(word -> distance(typed, word)));
  }

  /** How many letters to add, drop or change (Levenshtein). */
  private static int distance(String one, String other) {
    int[] costs = new int[other.length() + 1];
    Arrays.setAll(costs, j -> j);
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = costs[0];
      costs[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = costs[j];
        costs[j] = Math.min(change, 1 + Math.min(costs[j - 1], costs[j]));
      }
    }
    return costs[other.length()];
  }
}
