package dev.stranger.data.alter;

import dev.stranger.DataException;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;
import dev.stranger.data.generate.RandomStreams;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * An alteration of the samples of one set.
 *
 * @param range of the values of the set
 */
record Altered(Alteration alteration, Range range, long seed) implements Transform {

  /** Odd, so that no two numbers become one. */
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  @Override
  public Header describe(Header input) {
    if (!alteration.suits(input.shape())) {
      throw new DataException(
          "%s cannot be made '%s': that is not for samples of %s; choose another alteration"
              .formatted(input.name(), alteration.title(), input.shape()));
    }
    return input.withName(input.name() + ", " + alteration.title());
  }

  @Override
  public void apply(Shape from, float[] source, float[] target, int offset) {
    float[] altered = alteration.alter(new Sample(from, range, source), random(source));
    System.arraycopy(altered, 0, target, offset, altered.length);
  }

  /**
   * The random numbers of one sample. A transform knows neither the position of a sample nor what
   * came before it, and must not: baselines judge some samples of a set, detectors all of them, and
   * both have to meet the same strangers. So the content of the sample says which numbers it gets.
   */
  private UniformRandomProvider random(float[] source) {
    return new RandomStreams(seed, alteration.title().hashCode()).at(hash(source));
  }

  /** 64 bits, for 32 would give some of 100,000 samples the same numbers. */
  private static long hash(float[] values) {
    long hash = values.length;
    for (float value : values) {
      hash = (hash ^ Float.floatToIntBits(value)) * FACTOR;
      // The product carries upwards only; bring the high bits down again.
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
