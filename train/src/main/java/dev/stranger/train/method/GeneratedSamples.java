package dev.stranger.train.method;

import dev.stranger.train.loop.SeededRandom;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;

/**
 * Samples that test the arithmetic of a detector and tell nothing of what it learnt from: noise,
 * fainter and stronger, around middle grey or around the means that are in the graph anyway. Tables
 * get some gaps, and random categories.
 */
final class GeneratedSamples {

  private static final float GREY = 0.5f;

  private GeneratedSamples() {}

  /** Noise, one sample after another; the same for every detector of these values. */
  static float[] of(DetectorGraph graph, int count) {
    UniformRandomProvider random = SeededRandom.ofEpoch(0, 0);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    @Nullable GraphPreparation preparation = graph.preparation();
    SplittableRandom choices = new SplittableRandom(0);
    int size = graph.shape().size();
    float[] samples = new float[count * size];
    for (int i = 0; i < samples.length; i++) {
      float strength = (1 + i / size) / (float) count;
      samples[i] =
          preparation == null
              ? GREY + strength * (random.nextFloat() - GREY)
              : preparation.generated(i % size, size, strength * (float) normal.sample(), choices);
    }
    return samples;
  }
}
