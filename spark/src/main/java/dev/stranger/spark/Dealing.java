package dev.stranger.spark;

import java.io.Serializable;
import org.apache.spark.Partitioner;

/**
 * Which rows of a table are held out and which rank learns from which of the others. Every row has
 * a place in a random order of all rows, which its position and the seed decide alone: the last
 * places are held out, the others are dealt to the ranks in turn. So shards are random, differ by
 * one row at most, and are the same whenever they are made.
 *
 * @param rows how many there are
 * @param heldOut how many of them calibrate the detector
 */
record Dealing(long rows, long heldOut, int ranks, long seed) implements Serializable {

  private static final int ROUNDS = 6;

  /**
   * The place of a row: a Feistel network shuffles a power of four, and is walked until it fits.
   */
  long place(long position) {
    int half = Math.max(1, (64 - Long.numberOfLeadingZeros(rows - 1) + 1) / 2);
    long place = position;
    do {
      place = shuffled(place, half);
    } while (place >= rows);
    return place;
  }

  private long shuffled(long number, int half) {
    long mask = (1L << half) - 1;
    long left = number >>> half;
    long right = number & mask;
    for (int round = 0; round < ROUNDS; round++) {
      long next = left ^ mixed(right, round) & mask;
      left = right;
      right = next;
    }
    return left << half | right;
  }

  /** Every bit of the result depends on every bit of number, seed and round (SplitMix64). */
  private long mixed(long number, int round) {
    return mix(mix(number + mix(seed)) + round * 0x9E3779B97F4A7C15L);
  }

  private static long mix(long number) {
    long bits = number + 0x9E3779B97F4A7C15L;
    bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
    return bits ^ bits >>> 31;
  }

  boolean isHeldOut(long place) {
    return place >= rows - heldOut;
  }

  /** Who gets a row; the first rank also gets those that are held out. */
  int rank(long place) {
    return isHeldOut(place) ? 0 : (int) (place % ranks);
  }

  /** How many rows a rank gets to learn from. */
  long rowsOf(int rank) {
    long dealt = rows - heldOut;
    return dealt / ranks + (rank < dealt % ranks ? 1 : 0);
  }

  /** Sends rows, by their places, to the partition of their rank. */
  Partitioner partitioner() {
    return new ByRank(this);
  }

  private static final class ByRank extends Partitioner {

    private final Dealing dealing;

    ByRank(Dealing dealing) {
      this.dealing = dealing;
    }

    @Override
    public int numPartitions() {
      return dealing.ranks();
    }

    @Override
    public int getPartition(Object place) {
      return dealing.rank((Long) place);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ByRank that && that.dealing.equals(dealing);
    }

    @Override
    public int hashCode() {
      return dealing.hashCode();
    }
  }
}
