package dev.stranger.train.baseline;

import java.util.Locale;

/**
 * How strange a sample can be to a VAE. The first costs one pass of the decoder a sample; the
 * others cost K passes more, which both share. They read the loss as a likelihood of the sample as
 * it was prepared for training: cross-entropy as that of a Bernoulli distribution, squared error as
 * that of a Gaussian of variance 1.
 */
public enum VaeEnergy {
  /**
   * Squared error of what the decoder makes of the mean of z. The published code decodes one z
   * drawn at random instead, from noise that starts anew with each batch: its score depends on the
   * place of a sample in its batch.
   */
  RECONSTRUCTION_ERROR,

  /** {@code E[-log p(x|z)] + KL(q(z|x), p(z))}, the expectation over K vectors of noise. */
  NEGATIVE_ELBO,

  /**
   * {@code -log (1/K) sum p(x,z) / q(z|x)}, the importance-weighted bound (Burda et al., 2016) that
   * stands in for the likelihood of Nalisnick et al. (2019).
   */
  NEGATIVE_LIKELIHOOD;

  /** What files call it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
