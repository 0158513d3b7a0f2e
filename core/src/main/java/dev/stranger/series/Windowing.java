package dev.stranger.series;

import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How recordings are cut into windows, and what their columns are called. Immutable; a detector
 * keeps it, so that it can judge a recording without further options.
 *
 * @param length of a window in steps
 * @param stride steps from the start of a window to that of the next one
 * @param channels names of the columns that are measured, in the order of a sample's channels
 * @param clock how the steps are timed
 * @param entity name of the column that tells recordings of one file apart, or empty
 */
public record Windowing(int length, int stride, List<String> channels, Clock clock, String entity) {

  /** Windows that lie at every fourth of their length see every event whole in one of them. */
  private static final int STRIDES_A_WINDOW = 4;

  public Windowing {
    channels = List.copyOf(channels);
    require(length >= 2, "a window needs 2 steps or more, got " + length);
    require(
        stride >= 1 && stride <= length,
        "a stride lies between 1 and the window of %d steps, got %d".formatted(length, stride));
    require(!channels.isEmpty(), "a recording needs a channel");
    require(
        new HashSet<>(channels).size() == channels.size(),
        "two channels have the same name: " + channels);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The stride where none is chosen. */
  public static int usualStride(int length) {
    return Math.max(1, length / STRIDES_A_WINDOW);
  }

  /**
   * The same with the largest prime up to the stride, for windows to learn from: they then begin at
   * all moments of what repeats. With a stride of 16, and days of 24 steps, they would always begin
   * at one of three hours, and a recording that begins at another hour would be strange.
   */
  public Windowing spread() {
    int prime = stride;
    while (!isPrime(prime)) {
      prime--;
    }
    return new Windowing(length, prime, channels, clock, entity);
  }

  /** 1 passes too. */
  private static boolean isPrime(int number) {
    return IntStream.rangeClosed(2, (int) Math.sqrt(number)).noneMatch(i -> number % i == 0);
  }

  /** The number of windows of a recording; 0 when it is too short for one. */
  public int count(int steps) {
    return steps < length ? 0 : 1 + (steps - length + stride - 1) / stride;
  }

  /**
   * Where the window with a number, counted from 0, starts in a recording. The last one ends with
   * the recording, so that every step is covered, and lies nearer to the one before it where the
   * stride asks for more than is there.
   */
  public int start(int window, int steps) {
    return Math.min(window * stride, steps - length);
  }

  /**
   * Steps from a window to the next one that counts as a sample of its own: it does not overlap the
   * first, and does not always begin at the same moment of what repeats.
   */
  public int next(SplittableRandom random) {
    return length + stride * random.nextInt(length / stride);
  }
}
