package dev.stranger.prepare;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Weights that turn a line of {@code from} pixels into a line of {@code to}. Whole numbers, so that
 * halves are rounded the same way everywhere.
 */
final class TriangleFilter {

  /** A weight of one is 2^22: times 255 it still fits into an int. */
  private static final int BITS = 22;

  private static final int MAX_CACHED = 256;
  private static final ConcurrentMap<Long, TriangleFilter> CACHE = new ConcurrentHashMap<>();

  private final int[] first;
  private final int[][] weights;

  private TriangleFilter(int from, int to) {
    double scale = (double) from / to;
    double support = Math.max(1, scale);
    first = new int[to];
    weights = new int[to][];
    for (int i = 0; i < to; i++) {
      double centre = (i + 0.5) * scale;
      first[i] = (int) Math.max(0, centre - support + 0.5);
      int end = (int) Math.min(from, centre + support + 0.5);
      weights[i] = weights(first[i], end, centre, support);
    }
  }

  private static int[] weights(int first, int end, double centre, double support) {
    double[] raw = new double[end - first];
    double sum = 0;
    for (int i = 0; i < raw.length; i++) {
      raw[i] = Math.max(0, 1 - Math.abs(first + i + 0.5 - centre) / support);
      sum += raw[i];
    }
    int[] weights = new int[raw.length];
    for (int i = 0; i < raw.length; i++) {
      weights[i] = (int) Math.round(raw[i] / sum * (1 << BITS));
    }
    return weights;
  }

  /** A folder of photographs has few distinct sizes, a data set one: weights are made once. */
  static TriangleFilter between(int from, int to) {
    if (CACHE.size() > MAX_CACHED) {
      CACHE.clear();
    }
    return CACHE.computeIfAbsent((long) from << 32 | to, key -> new TriangleFilter(from, to));
  }

  /** Pixel {@code i} of the new line, rounded to a level, of a line that begins at a position. */
  int level(int[] line, int start, int i) {
    int[] weight = weights[i];
    int at = start + first[i];
    int sum = 1 << (BITS - 1);
    for (int j = 0; j < weight.length; j++) {
      sum += weight[j] * line[at + j];
    }
    return sum >> BITS;
  }
}
