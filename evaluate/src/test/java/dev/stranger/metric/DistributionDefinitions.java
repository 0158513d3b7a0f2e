package dev.stranger.metric;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Wasserstein distance and MMD word for word, in quadratic time; no overlap. */
final class DistributionDefinitions {

  private DistributionDefinitions() {}

  static DistributionMetrics of(double[] in, double[] out) {
    double[] both = DoubleStream.concat(Arrays.stream(in), Arrays.stream(out)).toArray();
    double mean = Arrays.stream(both).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(both).map(s -> (s - mean) * (s - mean)).average().orElseThrow());
    double[] z = Arrays.stream(both).map(s -> (s - mean) / deviation).toArray();
    double[] x = Arrays.copyOf(z, in.length);
    double[] y = Arrays.copyOfRange(z, in.length, z.length);
    return new DistributionMetrics(Double.NaN, Double.NaN, wasserstein(x, y), mmd(x, y, z));
  }

  /** Each point split into as many equal parts as the other set has points, then matched. */
  private static double wasserstein(double[] x, double[] y) {
    double[] a = RandomScores.sorted(x);
    double[] b = RandomScores.sorted(y);
    double sum = 0;
    for (int part = 0; part < a.length * b.length; part++) {
      sum += Math.abs(a[part / b.length] - b[part / a.length]);
    }
    return sum / (a.length * b.length);
  }

  private static double mmd(double[] x, double[] y, double[] z) {
    double sigma2 =
        0.5
            * (sumOfDistances(x) + sumOfDistances(y) + 2 * sumOfDistances(z))
            / ((double) z.length * z.length);
    return kernelMean(x, x, sigma2) + kernelMean(y, y, sigma2) - 2 * kernelMean(x, y, sigma2);
  }

  private static double sumOfDistances(double[] x) {
    double sum = 0;
    for (double a : x) {
      for (double b : x) {
        sum += Math.abs(a - b);
      }
    }
    return sum;
  }

  private static double kernelMean(double[] x, double[] y, double sigma2) {
    double sum = 0;
    for (double a : x) {
      for (double b : y) {
        sum += Math.exp(-(a - b) * (a - b) / (2 * sigma2));
      }
    }
    return sum / ((double) x.length * y.length);
  }
}
