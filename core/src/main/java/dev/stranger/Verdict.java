package dev.stranger;

/**
 * What a detector says of one sample.
 *
 * @param score higher is stranger
 * @param pValue share of normal samples that are at least as strange; small is strange
 * @param ood whether the sample counts as a stranger: its p-value is so small that the guaranteed
 *     false-alarm rate allows to flag it
 * @param energies where the score comes from
 */
public record Verdict(float score, float pValue, boolean ood, Energies energies) {

  /** The same with another decision. */
  public Verdict withOod(boolean ood) {
    return new Verdict(score, pValue, ood, energies);
  }
}
