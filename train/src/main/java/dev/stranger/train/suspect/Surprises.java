package dev.stranger.train.suspect;

import dev.stranger.train.neighbour.Logistic;
import java.util.Arrays;

/**
 * Numbers as surprises: how unusual each is, in units of the spread of the middle half, as {@code
 * -log p} of a logistic distribution. Neither median nor quartiles follow a few strangers.
 */
final class Surprises {

  /** Of the median: distances that are all the same are not told apart by rounding. */
  private static final double NEAREST = 1e-3;

  private static final double TINY = 1e-12;

  private Surprises() {}

  /** Of distances, whose logarithms count. */
  static double[] ofDistances(double[] distances) {
    double offset = NEAREST * sorted(distances)[distances.length / 2] + TINY;
    return of(Arrays.stream(distances).map(distance -> Math.log(distance + offset)).toArray());
  }

  static double[] of(double[] numbers) {
    double[] sorted = sorted(numbers);
    double median = sorted[sorted.length / 2];
    double high = sorted[(int) (0.75 * (sorted.length - 1))];
    double low = sorted[(int) (0.25 * (sorted.length - 1))];
    // Where the upper half is wider, as it mostly is, that one counts.
    double spread = Math.max(high - low, 2 * (high - median)) / RobustScale.QUARTILES_APART + TINY;
    return Arrays.stream(numbers)
        .map(number -> Logistic.surprise((number - median) / spread))
        .toArray();
  }

  private static double[] sorted(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
