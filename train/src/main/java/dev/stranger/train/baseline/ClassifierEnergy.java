package dev.stranger.train.baseline;

import java.util.Locale;

/**
 * How strange a classifier finds a sample. With its logits {@code f}, of which there are K, and
 * {@code S(f)} their softmax; always higher for what is stranger.
 */
public enum ClassifierEnergy {
  /** {@code -log sum exp f} (Grathwohl et al., 2020; Liu et al., 2020). */
  ENERGY,

  /** The same with temperature: {@code -T log sum exp(f / T)} (Liu et al., 2020). */
  ENERGY_TEMPERATURE,

  /**
   * {@code 1 - max S(f)} (Hendrycks and Gimpel, 2017). They have {@code -max S}, which is one lower
   * and orders alike; but a sure classifier has a maximum that rounds to one, and would say the
   * same number of many samples. What is left to one does not round.
   */
  MAX_SOFTMAX,

  /**
   * ODIN (Liang et al., 2018): {@code 1/K - max S(f(x~) / T)} of the perturbed sample {@code x~ = x
   * - epsilon sign(-grad log max S(f(x) / T))}. They have {@code -max S}, which is lower by {@code
   * 1/K}; at their temperature of 1,000 all of S is near {@code 1/K}, and only the difference to
   * it, found without subtracting, keeps the order of the samples.
   */
  ODIN,

  /**
   * The least squared Mahalanobis distance to the mean of a class, with one covariance for all, of
   * the features before the last layer (Lee et al., 2018). The sample is perturbed towards a
   * smaller distance before.
   */
  MAHALANOBIS,

  /** The same of the logits. */
  MAHALANOBIS_LOGITS;

  /** What files and commands call it, such as {@code max_softmax}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
