package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.series.Recording;
import dev.stranger.series.Windowed;
import dev.stranger.train.loop.SeededRandom;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Holds out blocks of time where samples are windows of recordings: neighbouring windows are nearly
 * alike, so a window that lies between two that are learnt from says nothing of new ones. The
 * blocks are spread over all recordings, each at a random place of its stretch of time. Of a block,
 * windows that do not overlap are held out. Windows nearer than a window to one of these are
 * neither held out nor learnt from.
 *
 * @param apart windows that do not overlap, in the order of time
 */
record TimeBlocks(Dataset data, Windowed windows, int[] apart) {

  /** Enough to see all times of a recording. */
  private static final int FEWEST_BLOCKS = 10;

  /** The more blocks, the more a held-out window is one of any time; gaps cost this much. */
  private static final double SHARE_OF_GAPS = 0.15;

  static TimeBlocks of(Dataset data, Windowed windows) {
    return new TimeBlocks(data, windows, windows.apart(data.size()));
  }

  /**
   * How many windows are held out.
   *
   * @throws DataException when that is too few for what is guaranteed
   */
  int heldOut(CalibrationOptions options) {
    long fewest = options.fewestForBlocks();
    if (apart.length < fewest) {
      long steps = steps();
      throw new DataException(
          "%s has %,d windows that do not overlap, %s needs at least %,d: about %,d steps instead of"
                  .formatted(
                      data.name(),
                      apart.length,
                      options.guarantee().asked(),
                      fewest,
                      steps * fewest / apart.length)
              + " %,d; record longer, choose a shorter window, or raise the rate".formatted(steps),
          Remedy.WINDOW);
    }
    return options.sizeForBlocks(data.name(), apart.length);
  }

  private long steps() {
    return windows.recordings().stream().mapToLong(Recording::steps).sum();
  }

  Split split(CalibrationOptions options, long seed) {
    UniformRandomProvider random = SeededRandom.ofEpoch(seed, -1);
    int[] held = chosen(heldOut(options), random);
    long[] places = Arrays.stream(held).mapToLong(windows::place).toArray();
    int[] fit =
        IntStream.range(0, (int) data.size())
            .filter(i -> isFar(windows.place(i), places))
            .toArray();
    if (fit.length == 0) {
      throw new DataException(
          "%s leaves no window to learn from beside those that are held out; use longer recordings or a shorter window"
              .formatted(data.name()),
          Remedy.WINDOW);
    }
    return new Split(shuffled(fit, random), shuffled(held, random), new int[0]);
  }

  /** Ascending. */
  private int[] chosen(int count, UniformRandomProvider random) {
    double affordable = SHARE_OF_GAPS * windowsThatFit() / 2; // a gap on both sides
    int wanted = (int) Math.max(FEWEST_BLOCKS, Math.min(affordable, count));
    int length = Math.max(1, (count + wanted - 1) / wanted);
    int blocks = (count + length - 1) / length;
    IntStream.Builder chosen = IntStream.builder();
    for (int block = 0; block < blocks; block++) {
      int from = (int) ((long) apart.length * block / blocks);
      int to = (int) ((long) apart.length * (block + 1) / blocks);
      int own = Math.min(Math.min(length, count - block * length), to - from);
      int start = from + random.nextInt(to - from - own + 1);
      IntStream.range(start, start + own).map(i -> apart[i]).forEach(chosen::add);
    }
    return chosen.build().toArray();
  }

  private double windowsThatFit() {
    return (double) steps() / windows.windowing().length();
  }

  /** Whether a whole window lies between a window and the nearest one that is held out. */
  private boolean isFar(long place, long[] held) {
    int found = Arrays.binarySearch(held, place);
    int behind = found >= 0 ? found : -found - 1;
    long gap = 2L * windows.windowing().length();
    boolean farBehind = behind == held.length || held[behind] - place >= gap;
    return farBehind && (behind == 0 || place - held[behind - 1] >= gap);
  }

  private static int[] shuffled(int[] positions, UniformRandomProvider random) {
    int[] order = SeededRandom.permutation(positions.length, random);
    return Arrays.stream(order).map(i -> positions[i]).toArray();
  }
}
