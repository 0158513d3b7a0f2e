package dev.stranger.metric;

import dev.stranger.DataException;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * The scores of one in/out pair: checked, copied and sorted once for all metrics. Neither set is
 * empty or holds NaN; infinite scores are allowed here because they still have a rank.
 */
record SortedScores(double[] in, double[] out) {

  static SortedScores of(double[] in, double[] out) {
    SortedScores scores = new SortedScores(copy("in", in), copy("out", out));
    // Both at a time: on two cores parallelSort alone would use only one of them.
    ForkJoinTask<?> sortOut =
        ForkJoinPool.commonPool().submit(() -> Arrays.parallelSort(scores.out));
    Arrays.parallelSort(scores.in);
    sortOut.join();
    checkNoNaN("in", in, scores.in);
    checkNoNaN("out", out, scores.out);
    return scores;
  }

  private static double[] copy(String name, double[] scores) {
    if (scores.length == 0) {
      throw new DataException("there are no " + name + "-scores; give at least one");
    }
    return scores.clone();
  }

  private static void checkNoNaN(String name, double[] scores, double[] sorted) {
    if (Double.isNaN(sorted[sorted.length - 1])) { // NaN sorts above everything else
      throw new DataException(
          "%s-score %d of %d is NaN; drop the sample or mend what scored it"
              .formatted(name, firstNaN(scores), scores.length));
    }
  }

  private static int firstNaN(double[] scores) {
    int index = 0;
    while (!Double.isNaN(scores[index])) {
      index++;
    }
    return index;
  }
}
