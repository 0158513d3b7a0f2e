package dev.stranger.train.method;

import dev.stranger.train.loop.SeededRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;

/**
 * Samples that test the arithmetic of a detector and tell nothing of what it learnt from: noise,
 * fainter and stronger, around middle grey or around the means that are in the graph anyway.
 */
final class GeneratedSamples {

  private static final float GREY = 0.5f;

  private GeneratedSamples() {}

  /** Noise, one sample after another; the same for every detector of these values. */
  static float[] of(DetectorGraph graph, int count) {
    UniformRandomProvider random = SeededRandom.ofEpoch(0, 0);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    @Nullable Standardisation standard = graph.standardisation();
    int size = graph.shape().size();
    float[] samples = new float[count * size];
    for (int i = 0; i < samples.length; i++) {
      float strength = (1 + i / size) / (float) count;
      samples[i] =
          standard == null
              ? GREY + strength * (random.nextFloat() - GREY)
              : standard.raw(strength * (float) normal.sample(), i % size, size);
    }
    return samples;
  }
}
