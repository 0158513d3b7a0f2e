package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class EnergiesTest {

  private static final List<String> NAMES = List.of("max_softmax", "odin");

  @Test
  void eachEnergyIsFoundByItsName() {
    Energies energies = new Energies(NAMES, -0.9f, 3);
    assertThat(energies.of("max_softmax")).isEqualTo(-0.9f);
    assertThat(energies.of("odin")).isEqualTo(3);
    Energies four = new Energies(Energies.ST_RKM, 1, 2, 3, 4);
    assertThat(List.of(four.fullEnergy(), four.kpcaError(), four.aeLoss(), four.negCorr()))
        .containsExactly(1f, 2f, 3f, 4f);
  }

  @Test
  void anEnergyThatIsNotThereIsNamedWithThoseThatAre() {
    assertThatThrownBy(new Energies(NAMES, 1, 2)::kpcaError)
        .isInstanceOf(RequestException.class)
        .hasMessage("there is no energy 'kpca_error'; this detector has max_softmax, odin");
    assertThatThrownBy(() -> new Energies(NAMES, 1, 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 energies have 3 values");
  }

  /** A million verdicts must not hold a million lists. */
  @Test
  void namesAreSharedNotCopied() {
    assertThat(new Energies(NAMES, 1, 2).names()).isSameAs(NAMES);
  }

  @Test
  void energiesOfTheSameNamesAndValuesAreEqual() {
    Energies energies = new Energies(NAMES, 1, Float.NaN);
    assertThat(new Energies(List.of("max_softmax", "odin"), 1, Float.NaN))
        .isEqualTo(energies)
        .hasSameHashCodeAs(energies);
    assertThat(new Energies(NAMES, 1, 2)).isNotEqualTo(energies);
    assertThat(new Energies(List.of("odin", "max_softmax"), 1, Float.NaN)).isNotEqualTo(energies);
  }

  @Test
  void thePaperHasItsOwnTitles() {
    assertThat(Energies.ST_RKM.stream().map(Energies::title))
        .containsExactly("FullEnergy", "kPCAError", "AELoss", "NegCorr");
    assertThat(Energies.title("max_softmax")).isEqualTo("max softmax");
  }
}
