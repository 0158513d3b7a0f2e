package dev.stranger.data;

/** From the smallest to the largest of some numbers, and whether floats tell these apart. */
final class ValueRange {

  /** Between floats, from the smallest number to the largest. */
  private static final double FEWEST_STEPS = 100;

  private double lowest = Double.POSITIVE_INFINITY;
  private double highest = Double.NEGATIVE_INFINITY;

  /** NaN is passed over. */
  void add(double value) {
    lowest = value < lowest ? value : lowest;
    highest = value > highest ? value : highest;
  }

  /** Whether all numbers lie between two others. */
  boolean isBetween(double low, double high) {
    return lowest > low && highest < high;
  }

  /** Whether numbers that differ have few floats to be told apart by. */
  boolean isCoarse() {
    return lowest < highest && highest - lowest < FEWEST_STEPS * Math.ulp((float) farthest());
  }

  /** Whether numbers that differ all become the same float. */
  boolean isOneFloat() {
    return lowest < highest && (float) lowest == (float) highest;
  }

  /** Whether they all become zero. */
  boolean isZero() {
    return (float) farthest() == 0;
  }

  private double farthest() {
    return Math.max(Math.abs(lowest), Math.abs(highest));
  }
}
