package dev.stranger.train;

import dev.stranger.DataException;
import dev.stranger.train.rkm.StRkmObjective.Variant;

/**
 * What training minimises.
 *
 * @param subspace m, the number of directions of the feature space that U keeps
 * @param lambda weight of the reconstruction
 * @param noise deviation of the noise of the variants
 * @param inputNoise deviation of noise added to what the encoder sees
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

  public static final ObjectiveOptions DEFAULT =
      new ObjectiveOptions(LossChoice.AUTO, Variant.DETERMINISTIC, 10, 100, 1e-3, 0, false);

  public ObjectiveOptions {
    if (subspace < 1) {
      throw new DataException("the subspace needs at least one direction, got " + subspace);
    }
  }

  public ObjectiveOptions withLoss(LossChoice loss) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  public ObjectiveOptions withVariant(Variant variant) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  public ObjectiveOptions withSubspace(int subspace, boolean mayFillSpace) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }

  public ObjectiveOptions withInputNoise(double inputNoise) {
    return new ObjectiveOptions(loss, variant, subspace, lambda, noise, inputNoise, mayFillSpace);
  }
}
