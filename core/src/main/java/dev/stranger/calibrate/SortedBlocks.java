package dev.stranger.calibrate;

import dev.stranger.Calibration;
import java.util.Arrays;

/**
 * A growing number of scores in order, in blocks that are cut in two when they are full: a new
 * score moves those of its block, not all that are larger. Finding its rank adds up the sizes of
 * the blocks below, one number for a thousand scores or more. Not thread-safe.
 */
final class SortedBlocks {

  /** Larger blocks take longer to move, smaller ones to add up. */
  private static final int FULL = 2_048;

  /** Most keys of a stream have few scores. */
  private static final int SMALL = 16;

  private float[][] blocks;
  private int[] sizes;
  private int count;
  private int size;

  SortedBlocks(float... ascending) {
    size = ascending.length;
    count = Math.max(1, (size + FULL - 1) / FULL);
    blocks = new float[count][count == 1 ? Math.max(size, SMALL) : FULL];
    sizes = new int[count];
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.min(FULL, size - i * FULL);
      System.arraycopy(ascending, i * FULL, blocks[i], 0, sizes[i]);
    }
  }

  /** All of them, as the constructor takes them. */
  float[] ascending() {
    float[] all = new float[size];
    int at = 0;
    for (int i = 0; i < count; i++) {
      System.arraycopy(blocks[i], 0, all, at, sizes[i]);
      at += sizes[i];
    }
    return all;
  }

  int size() {
    return size;
  }

  /** How many scores are less than this one. */
  int below(float score) {
    int block = blockOf(score);
    int below = Calibration.firstAtLeast(blocks[block], sizes[block], score);
    for (int i = 0; i < block; i++) {
      below += sizes[i];
    }
    return below;
  }

  void add(float score) {
    int block = blockOf(score);
    if (sizes[block] == FULL) {
      cut(block);
      block = blockOf(score);
    } else if (sizes[block] == blocks[block].length) {
      blocks[block] = Arrays.copyOf(blocks[block], Math.min(FULL, 2 * sizes[block]));
    }
    int at = Calibration.firstAtLeast(blocks[block], sizes[block], score);
    System.arraycopy(blocks[block], at, blocks[block], at + 1, sizes[block] - at);
    blocks[block][at] = score;
    sizes[block]++;
    size++;
  }

  /** The first block that ends with a score as high, or the last one. */
  private int blockOf(float score) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (blocks[middle][sizes[middle] - 1] >= score) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Makes two half full blocks of a full one. */
  private void cut(int block) {
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, count + count / 2 + 1);
      sizes = Arrays.copyOf(sizes, blocks.length);
    }
    int next = block + 1;
    System.arraycopy(blocks, next, blocks, next + 1, count - next);
    System.arraycopy(sizes, next, sizes, next + 1, count - next);
    blocks[next] = new float[FULL];
    System.arraycopy(blocks[block], FULL / 2, blocks[next], 0, FULL / 2);
    sizes[block] = FULL / 2;
    sizes[next] = FULL / 2;
    count++;
  }
}
