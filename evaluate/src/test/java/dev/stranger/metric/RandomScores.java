package dev.stranger.metric;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Seeded scores of the shapes that break metrics. */
enum RandomScores {
  NORMAL(Random::nextGaussian),
  TIED(random -> random.nextInt(6)),
  HEAVY_TAILED(random -> Math.tan(Math.PI * (random.nextDouble() - 0.5))),
  CLUSTERED(random -> 1000 * random.nextInt(3) + 1e-6 * random.nextGaussian()),
  SKEWED(random -> Math.exp(3 * random.nextGaussian())),
  FAR_FROM_ZERO(random -> 1e9 + random.nextGaussian());

  private final ToDoubleFunction<Random> draw;

  RandomScores(ToDoubleFunction<Random> draw) {
    this.draw = draw;
  }

  double[] draw(Random random, int count) {
    return DoubleStream.generate(() -> draw.applyAsDouble(random)).limit(count).toArray();
  }

  double[] draw(long seed, int count) {
    return draw(new Random(seed), count);
  }

  static double[] shifted(double[] scores, double by) {
    return Arrays.stream(scores).map(score -> score + by).toArray();
  }

  static double[] sorted(double[] scores) {
    return Arrays.stream(scores).sorted().toArray();
  }
}
