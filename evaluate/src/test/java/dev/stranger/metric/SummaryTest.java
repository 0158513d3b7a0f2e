package dev.stranger.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SummaryTest {

  @Test
  void intervalUsesStudentsQuantile() {
    Summary summary = Summary.of(1, 2, 3, 4, 5);
    double half = 2.7764451051977987 * Math.sqrt(2.5) / Math.sqrt(5); // t(0.975, 4)
    assertThat(summary.count()).isEqualTo(5);
    assertThat(summary.mean()).isEqualTo(3);
    assertThat(summary.deviation()).isCloseTo(Math.sqrt(2.5), within(1e-12));
    assertThat(summary.low()).isCloseTo(3 - half, within(1e-9));
    assertThat(summary.high()).isCloseTo(3 + half, within(1e-9));
  }

  @Test
  void intervalHoldsTheTrueMeanAsOftenAsGuaranteed() {
    long seed = 11;
    Random random = new Random(seed);
    int held = 0;
    for (int i = 0; i < 2_000; i++) {
      Summary summary = Summary.withConfidence(0.8, RandomScores.NORMAL.draw(random, 4));
      held += summary.low() <= 0 && 0 <= summary.high() ? 1 : 0;
    }
    assertThat(held / 2_000.0).as("seed %d", seed).isCloseTo(0.8, within(0.03));
  }

  @Test
  void oneValueHasAMeanButNoKnownSpread() {
    Summary summary = Summary.of(0.1);
    assertThat(summary.mean()).isEqualTo(0.1);
    assertThat(summary.deviation()).isNaN();
    assertThat(summary.low()).isNaN();
    assertThat(summary.high()).isNaN();
  }

  @Test
  void equalValuesHaveAnIntervalOfNoWidth() {
    assertThat(Summary.of(0.1, 0.1, 0.1)).isEqualTo(new Summary(3, 0.1, 0, 0.1, 0.1));
  }

  @Test
  void missingAndNonFiniteValuesAreNamed() {
    assertThatThrownBy(Summary::of)
        .isInstanceOf(DataException.class)
        .hasMessage("there are no values to summarise; give at least one");
    assertThatThrownBy(() -> Summary.of(1, Double.NaN))
        .isInstanceOf(DataException.class)
        .hasMessage("value 1 of 2 is NaN; drop it or repeat that seed");
    assertThatThrownBy(() -> Summary.withConfidence(1, 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.0");
  }
}
