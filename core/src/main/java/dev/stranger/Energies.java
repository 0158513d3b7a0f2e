package dev.stranger;

import java.util.List;

/**
 * What the St-RKM says of one sample, in the paper's terms: with the centred feature vector {@code
 * phi}, the subspace {@code U} and {@code h = U'phi}.
 *
 * @param fullEnergy kPCA error plus {@code lambda / 2} times the loss
 * @param kpcaError squared distance of phi to the subspace, {@code |phi - Uh|^2}
 * @param aeLoss loss of the reconstruction, summed over all values of the sample
 * @param negCorr correlation term {@code 2 phi'Uh}
 */
public record Energies(float fullEnergy, float kpcaError, float aeLoss, float negCorr) {

  /** What they are called in files. */
  public static final List<String> ST_RKM =
      List.of("full_energy", "kpca_error", "ae_loss", "neg_corr");
}
