package dev.stranger.baseline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The bandwidth of a kernel density under which references are most likely, each judged by the
 * density of the others.
 *
 * <p>With the logarithm of the bandwidth h, the log-likelihood of a reference rises by {@code r/h^2
 * - d}. There r is a mean of the squared distances to the others in which the nearer weigh more, so
 * it lies between the smallest and the plain mean of them. Hence the best h^2 lies between these
 * two, averaged over the references and divided by d, and all of that range is searched.
 *
 * @param heard the references that have a say
 * @param meanNearest mean of the squared distances of these to the nearest other reference
 */
record BandwidthSearch(ReferenceSamples references, int[] heard, double meanNearest) {

  /** So many references tell what is likely, and take a second. */
  private static final int MOST_HEARD = 1000;

  /** Share of pairs whose distance is not unusual. */
  private static final double USUAL = 0.95;

  private static final double STEP = Math.pow(2, 0.25);

  /** Share of the widest, for references that all occur twice and ask for no width at all. */
  private static final double NARROWEST = 1.0 / 1024;

  /** The best bandwidth; one for a single reference or when all are the same. */
  static double bandwidth(ReferenceSamples references) {
    boolean differ =
        IntStream.range(1, references.count())
            .anyMatch(other -> references.squaredDistance(0, other) > 0);
    return differ ? of(references).bandwidth() : 1;
  }

  private static BandwidthSearch of(ReferenceSamples references) {
    int count = Math.min(references.count(), MOST_HEARD);
    int[] some =
        IntStream.range(0, count).map(i -> (int) ((long) i * references.count() / count)).toArray();
    double[] nearest = nearest(references, some);
    // One stray would ask for a bandwidth that reaches it, whatever becomes of all others.
    double usual = usualSquare(references, some);
    int[] kept = IntStream.range(0, count).filter(i -> nearest[i] <= usual).toArray();
    return new BandwidthSearch(
        references,
        Arrays.stream(kept).map(i -> some[i]).toArray(),
        Arrays.stream(kept).mapToDouble(i -> nearest[i]).average().orElseThrow());
  }

  /** The squared distance of each of these references to the nearest other one. */
  private static double[] nearest(ReferenceSamples references, int[] some) {
    double[] nearest = new double[some.length];
    references.forEach(
        joined(references, some),
        some.length,
        (i, distances) ->
            nearest[i] = others(distances, some[i], distances.roughly(2)).min().orElseThrow());
    return nearest;
  }

  /** A squared distance that most pairs keep within, each of these references being in one. */
  private static double usualSquare(ReferenceSamples references, int[] some) {
    int count = references.count();
    double[] squares =
        Arrays.stream(some)
            .mapToDouble(i -> references.squaredDistance(i, (i + count / 2) % count))
            .sorted()
            .toArray();
    return squares[(int) (USUAL * squares.length)];
  }

  private static float[] joined(ReferenceSamples references, int[] some) {
    int size = references.sampleSize();
    float[] joined = new float[some.length * size];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(references.sample(some[i]), 0, joined, i * size, size);
    }
    return joined;
  }

  /** The squared distances to all but the reference itself, as far as they are within a result. */
  private static DoubleStream others(Distances distances, int self, double result) {
    DoubleStream.Builder others = DoubleStream.builder();
    distances.forEachWithin(
        result,
        (reference, square) -> {
          if (reference != self) {
            others.add(square);
          }
        });
    return others.build();
  }

  private double bandwidth() {
    double widest = Math.sqrt(meanSquare() / references.sampleSize());
    double least = Math.sqrt(meanNearest / references.sampleSize());
    double narrowest = least > 0 ? least : NARROWEST * widest;
    double[] grid =
        DoubleStream.iterate(narrowest, h -> h < STEP * widest, h -> h * STEP).toArray();
    double[] likelihoods = logLikelihoods(grid);
    return grid[
        IntStream.range(0, grid.length)
            .boxed()
            .max(Comparator.comparingDouble(i -> likelihoods[i]))
            .orElseThrow()];
  }

  /** The mean squared distance of those heard to all others, from those to the mean of all. */
  private double meanSquare() {
    int count = references.count();
    double own = Arrays.stream(heard).mapToDouble(references::squareToMean).average().orElseThrow();
    double all = IntStream.range(0, count).mapToDouble(references::squareToMean).sum() / count;
    return (own + all) * count / (count - 1);
  }

  /** The sum over those heard for each bandwidth, but for what is the same for all bandwidths. */
  private double[] logLikelihoods(double[] bandwidths) {
    double[][] each = new double[heard.length][bandwidths.length];
    double reach = KernelDensity.reach(bandwidths[bandwidths.length - 1]);
    references.forEach(
        joined(references, heard),
        heard.length,
        (i, distances) -> {
          double[] squares = others(distances, heard[i], distances.roughly(2) + reach).toArray();
          Arrays.setAll(each[i], h -> logLikelihood(squares, bandwidths[h]));
        });
    double[] sums = new double[bandwidths.length];
    Arrays.setAll(sums, h -> Arrays.stream(each).mapToDouble(one -> one[h]).sum());
    return sums;
  }

  private double logLikelihood(double[] squares, double bandwidth) {
    LogSum sum = new LogSum();
    for (double square : squares) {
      sum.add(-square / (2 * bandwidth * bandwidth));
    }
    return sum.value() - references.sampleSize() * Math.log(bandwidth);
  }
}
