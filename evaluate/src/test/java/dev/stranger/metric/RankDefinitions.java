package dev.stranger.metric;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.DoubleStream;

/** The rank metrics word for word, in quadratic time. */
final class RankDefinitions {

  private RankDefinitions() {}

  static RankMetrics of(double[] in, double[] out) {
    double[] lowIn = Arrays.stream(in).map(s -> -s).toArray();
    double[] lowOut = Arrays.stream(out).map(s -> -s).toArray();
    return new RankMetrics(
        fpr95(lowIn, lowOut),
        auroc(in, out),
        averagePrecision(lowIn, lowOut),
        averagePrecision(out, in),
        fpr95(out, in));
  }

  private static double auroc(double[] in, double[] out) {
    double wins = 0;
    for (double a : in) {
      for (double b : out) {
        wins += b > a ? 1 : b == a ? 0.5 : 0;
      }
    }
    return wins / ((double) in.length * out.length);
  }

  private static double fpr95(double[] positives, double[] negatives) {
    double recall =
        thresholds(positives, negatives)
            .map(t -> shareAtLeast(positives, t))
            .boxed()
            .min(
                Comparator.<Double>comparingDouble(r -> Math.abs(r - 0.95))
                    .thenComparing(Comparator.reverseOrder()))
            .orElseThrow();
    DoubleStream rates =
        thresholds(positives, negatives)
            .filter(t -> shareAtLeast(positives, t) == recall)
            .map(t -> shareAtLeast(negatives, t));
    return (recall == 1 ? rates.min() : rates.max()).orElseThrow();
  }

  private static double averagePrecision(double[] positives, double[] negatives) {
    double sum = 0;
    double lastRecall = 0;
    double[] ascending = thresholds(positives, negatives).sorted().toArray();
    for (int i = ascending.length - 1; i >= 0; i--) {
      double recall = shareAtLeast(positives, ascending[i]);
      double hits = recall * positives.length;
      double alarms = shareAtLeast(negatives, ascending[i]) * negatives.length;
      sum += (recall - lastRecall) * hits / (hits + alarms);
      lastRecall = recall;
    }
    return sum;
  }

  private static DoubleStream thresholds(double[] a, double[] b) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).distinct();
  }

  private static double shareAtLeast(double[] scores, double threshold) {
    return Arrays.stream(scores).filter(s -> s >= threshold).count() / (double) scores.length;
  }
}
