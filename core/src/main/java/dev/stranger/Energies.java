package dev.stranger;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a model says of one sample, by name: the lower an energy, the more likely the model finds
 * the sample, as the paper's section on energy-based models has it. An St-RKM has the four of
 * {@link #ST_RKM}, other models have scores of their own, such as {@code max_softmax}.
 *
 * <p>With the centred feature vector {@code phi}, the subspace {@code U} and {@code h = U'phi},
 * those of an St-RKM are {@code kpca_error = |phi - Uh|^2}, the squared distance to the subspace;
 * {@code ae_loss}, the loss of the reconstruction, summed over all values of the sample; {@code
 * full_energy}, the former plus {@code lambda / 2} times the latter; and the correlation term
 * {@code neg_corr = 2 phi'Uh}.
 *
 * @param names all energies of a detector share one list of them
 * @param values one for each name; not copied, and not to be changed
 */
public record Energies(List<String> names, float... values) {

  /** The names of what an St-RKM says of a sample. */
  public static final List<String> ST_RKM =
      List.of("full_energy", "kpca_error", "ae_loss", "neg_corr");

  private static final List<String> ST_RKM_TITLES =
      List.of("FullEnergy", "kPCAError", "AELoss", "NegCorr");

  public Energies {
    names = List.copyOf(names); // no copy of a list that cannot change
    if (names.size() != values.length) {
      throw new IllegalArgumentException(
          "%d energies have %d values: %s".formatted(names.size(), values.length, names));
    }
  }

  /** What people call an energy: the paper's word for it where the paper has one. */
  public static String title(String name) {
    int known = ST_RKM.indexOf(name);
    return known < 0 ? name.replace('_', ' ') : ST_RKM_TITLES.get(known);
  }

  /**
   * The energy of this name.
   *
   * @throws RequestException when the model has none of this name
   */
  public float of(String name) {
    int at = names.indexOf(name);
    if (at < 0) {
      throw new RequestException(
          "there is no energy '%s'; this detector has %s"
              .formatted(name, String.join(", ", names)));
    }
    return values[at];
  }

  /** Of an St-RKM. */
  public float fullEnergy() {
    return of("full_energy");
  }

  /** Of an St-RKM. */
  public float kpcaError() {
    return of("kpca_error");
  }

  /** Of an St-RKM. */
  public float aeLoss() {
    return of("ae_loss");
  }

  /** Of an St-RKM. */
  public float negCorr() {
    return of("neg_corr");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Energies energies
        && names.equals(energies.names)
        && Arrays.equals(values, energies.values);
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return IntStream.range(0, values.length)
        .mapToObj(i -> names.get(i) + "=" + values[i])
        .collect(Collectors.joining(", ", "Energies[", "]"));
  }
}
