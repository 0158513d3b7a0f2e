package dev.stranger.bench;

import dev.stranger.metric.DistributionMetrics;
import dev.stranger.metric.ScoreComparison;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Distribution metrics of 10,000 scores against 737,280, the test images of Fashion-MNIST against
 * all of dSprites, and how far the MMD of subsamples is from the quadratic double sum.
 */
public final class MmdBench {

  private static final int ROUNDS = 5;
  private static final int SUBSAMPLE = 1_500;

  private MmdBench() {}

  public static void main(String[] args) {
    measure("normal", Random::nextGaussian);
    measure("log-normal", random -> Math.exp(2 * random.nextGaussian()));
    measure("Cauchy", random -> Math.tan(Math.PI * (random.nextDouble() - 0.5)));
  }

  private static void measure(String name, ToDoubleFunction<Random> draw) {
    double[] in = draw(1, 10_000, draw, 0);
    double[] out = draw(2, 737_280, draw, 1);
    double distribution = bestSeconds(() -> DistributionMetrics.of(in, out));
    double all = bestSeconds(() -> ScoreComparison.of(in, out));
    System.out.printf(
        "%s: distribution metrics %.3f s, all metrics %.3f s, MMD off by at most %.1e on %d vs"
            + " %d%n",
        name, distribution, all, largestDeviation(in, out), SUBSAMPLE, SUBSAMPLE);
    System.out.println("  " + ScoreComparison.of(in, out));
  }

  private static double[] draw(long seed, int count, ToDoubleFunction<Random> draw, double shift) {
    Random random = new Random(seed);
    return DoubleStream.generate(() -> shift + draw.applyAsDouble(random)).limit(count).toArray();
  }

  private static double bestSeconds(Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - start) * 1e-9);
    }
    return best;
  }

  private static double largestDeviation(double[] in, double[] out) {
    double largest = 0;
    for (int part = 0; part < 3; part++) {
      double[] x = Arrays.copyOfRange(in, part * SUBSAMPLE, (part + 1) * SUBSAMPLE);
      double[] y = Arrays.copyOfRange(out, part * SUBSAMPLE, (part + 1) * SUBSAMPLE);
      largest = Math.max(largest, Math.abs(DistributionMetrics.of(x, y).mmd() - exactMmd(x, y)));
    }
    return largest;
  }

  private static double exactMmd(double[] in, double[] out) {
    double[] z = DoubleStream.concat(Arrays.stream(in), Arrays.stream(out)).toArray();
    double mean = Arrays.stream(z).average().orElseThrow();
    double variance = Arrays.stream(z).map(s -> (s - mean) * (s - mean)).average().orElseThrow();
    double[] x = Arrays.stream(in).map(s -> s / Math.sqrt(variance)).toArray();
    double[] y = Arrays.stream(out).map(s -> s / Math.sqrt(variance)).toArray();
    double within = distances(x, x) + distances(y, y);
    double twiceSigma2 = (3 * within + 4 * distances(x, y)) / ((double) z.length * z.length);
    return kernel(x, x, twiceSigma2) + kernel(y, y, twiceSigma2) - 2 * kernel(x, y, twiceSigma2);
  }

  private static double distances(double[] x, double[] y) {
    double sum = 0;
    for (double a : x) {
      for (double b : y) {
        sum += Math.abs(a - b);
      }
    }
    return sum;
  }

  private static double kernel(double[] x, double[] y, double twiceSigma2) {
    double sum = 0;
    for (double a : x) {
      for (double b : y) {
        sum += Math.exp(-(a - b) * (a - b) / twiceSigma2);
      }
    }
    return sum / ((double) x.length * y.length);
  }
}
