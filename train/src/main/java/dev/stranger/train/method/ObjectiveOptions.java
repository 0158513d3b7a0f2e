package dev.stranger.train.method;

import dev.stranger.DataException;

/**
 * What training minimises.
 *
 * @param subspace m, the number of directions of the feature space that U keeps; 0 chooses by the
 *     data
 * @param lambda weight of the reconstruction
 * @param noise deviation of the noise of the variants
 * @param inputNoise deviation of noise added to what the encoder sees; {@link #BY_RANGE} chooses
 * @param mayFillSpace allows m = l, which makes every kPCA error zero
 */
public record ObjectiveOptions(
    LossChoice loss,
    Variant variant,
    int subspace,
    double lambda,
    double noise,
    double inputNoise,
    boolean mayFillSpace) {

  /** {@code AUTO} is cross-entropy for values in [0,1], else squared error. */
  public enum LossChoice {
    AUTO,
    BCE,
    MSE
  }

  /** How the decoder is made smooth along U (St-RKM paper). */
  public enum Variant {
    /** The decoder sees U'h. */
    DETERMINISTIC,
    /** The decoder sees U'(h + noise). */
    NOISY_U,
    /** The decoder sees U'h, and is punished for changing its mind under noise. */
    SPLIT_LOSS
  }

  /** Noise for data of any range, which are standardised, and none for values in [0,1]. */
  public static final double BY_RANGE = -1;

  /**
   * Of a deviation: little enough to keep what matters, and small sets are learnt by heart less.
   */
  private static final double USUAL_NOISE = 0.1;

  public static final ObjectiveOptions DEFAULT =
      new ObjectiveOptions(LossChoice.AUTO, Variant.DETERMINISTIC, 0, 100, 1e-3, BY_RANGE, false);

  public ObjectiveOptions {
    if (subspace < 0) {
      throw new DataException("the subspace needs at least one direction, got " + subspace);
    }
  }

  public ObjectiveOptions withLoss(LossChoice loss) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  public ObjectiveOptions withLambda(double lambda) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  public ObjectiveOptions withVariant(Variant variant) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  public ObjectiveOptions withSubspace(int subspace, boolean mayFillSpace) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  /** With these many directions where they are left open. */
  public ObjectiveOptions orSubspace(int subspace) {
    return this.subspace > 0 ? this : withSubspace(subspace, mayFillSpace);
  }

  public ObjectiveOptions withInputNoise(double inputNoise) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  /** The noise for data that is standardised, or in [0,1]. */
  public double inputNoise(boolean standardised) {
    return inputNoise != BY_RANGE ? inputNoise : standardised ? USUAL_NOISE : 0;
  }
}
