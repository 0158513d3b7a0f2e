package dev.stranger.bench;

import dev.stranger.metric.RankMetrics;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Rank metrics of many scores, half in and half out, against the bare sort they cannot do without.
 * The optional argument is the number of scores, 10 million unless told.
 */
public final class RankMetricsBench {

  private static final int ROUNDS = 5;

  private RankMetricsBench() {}

  public static void main(String[] args) {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
    double[] in = normal(1, count / 2, 0);
    double[] out = normal(2, count - count / 2, 1);
    double[] best = {1e9, 1e9, 1e9};
    for (int round = 0; round < ROUNDS; round++) {
      best[0] = Math.min(best[0], seconds(() -> RankMetrics.of(in, out)));
      best[1] = Math.min(best[1], seconds(() -> sortInTurn(in, out)));
      best[2] = Math.min(best[2], seconds(() -> sortAtOnce(in, out)));
    }
    System.out.println(RankMetrics.of(in, out));
    System.out.printf(
        "%,d scores: %.3f s, %,.0f scores/s (best of %d)%n",
        count, best[0], count / best[0], ROUNDS);
    System.out.printf(
        "bare parallelSort of both sets in turn: %.3f s, ratio %.2f%n", best[1], best[0] / best[1]);
    System.out.printf(
        "bare parallelSort of both sets at once: %.3f s, ratio %.2f%n", best[2], best[0] / best[2]);
  }

  private static void sortInTurn(double[] in, double[] out) {
    Arrays.parallelSort(in.clone());
    Arrays.parallelSort(out.clone());
  }

  /** The fair rival on two cores, where one parallelSort alone falls back to a single thread. */
  private static void sortAtOnce(double[] in, double[] out) {
    Stream.of(in, out).parallel().forEach(scores -> Arrays.parallelSort(scores.clone()));
  }

  private static double[] normal(long seed, int count, double mean) {
    Random random = new Random(seed);
    return DoubleStream.generate(() -> mean + random.nextGaussian()).limit(count).toArray();
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) * 1e-9;
  }
}
