package dev.stranger.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.report.svg.Scale.Tick;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScaleTest {

  @Test
  void ticksAscendWithinTheAxisAndAreFew() {
    Random random = new Random(1);
    for (int round = 0; round < 2000; round++) {
      double low = Math.exp(20 * random.nextGaussian());
      double high = low * (1 + Math.exp(6 * random.nextGaussian()));
      for (Scale scale :
          List.of(
              LinearScale.of(low, high),
              LinearScale.of(-high, low),
              LogScale.of(low, high),
              LogScale.of(-high, -low))) {
        checkTicks(scale, "%s from %s to %s".formatted(scale, low, high));
      }
    }
  }

  private static void checkTicks(Scale scale, String place) {
    List<Double> positions =
        scale.ticks(8).stream().map(tick -> scale.position(tick.value())).toList();
    assertThat(positions).as(place).hasSizeLessThanOrEqualTo(9).isSorted();
    assertThat(positions).as(place).allMatch(p -> p > -1e-6 && p < 1 + 1e-6);
  }

  @Test
  void ticksAreRound() {
    assertThat(labels(LinearScale.of(0, 1))).containsExactly("0", "0.2", "0.4", "0.6", "0.8", "1");
    assertThat(labels(LinearScale.of(-3, 5))).containsExactly("−2", "0", "2", "4");
    assertThat(labels(LogScale.of(0.4, 30))).containsExactly("0.5", "1", "2", "5", "10", "20");
    assertThat(labels(LogScale.ofShares(0.0001, 1)))
        .containsExactly("0.01 %", "0.1 %", "1 %", "10 %", "100 %");
    assertThat(labels(LogScale.of(-2000, -3))).containsExactly("−1000", "−100", "−10");
  }

  private static List<String> labels(Scale scale) {
    return scale.ticks(8).stream()
        .map(Tick::label)
        .map(label -> label.replace('\u00a0', ' '))
        .toList();
  }

  @Test
  void valuesAndPositionsAreInverse() {
    for (Scale scale :
        List.of(LinearScale.of(-2, 7), LogScale.of(0.01, 500), LogScale.of(-80, -3))) {
      for (double position : new double[] {0, 0.3, 1, 1.5}) {
        assertThat(scale.position(scale.value(position))).isCloseTo(position, within(1e-12));
      }
    }
  }

  @Test
  void zeroIsInfinitelyFarOnALogarithmicAxis() {
    assertThat(LogScale.of(1, 10).position(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(LogScale.of(1, 10).position(-5)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(LogScale.of(-10, -1).position(0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void anAxisMustAscend() {
    assertThatThrownBy(() -> LinearScale.of(1, 1)).hasMessage("an axis ascends, got 1.0 to 1.0");
    assertThatThrownBy(() -> LogScale.of(-1, 1))
        .hasMessage("a logarithmic axis ascends without touching 0, got -1.0 to 1.0");
    assertThatThrownBy(() -> LogScale.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbersAreShort() {
    assertThat(NumberText.plain(0)).isEqualTo("0");
    assertThat(NumberText.plain(-0.25)).isEqualTo("−0.25");
    assertThat(NumberText.plain(9999.6)).isEqualTo("10000");
    assertThat(NumberText.plain(15_000)).isEqualTo("15k");
    assertThat(NumberText.plain(2.5e6)).isEqualTo("2.5M");
    assertThat(NumberText.plain(2e9)).isEqualTo("2·10⁹");
    assertThat(NumberText.plain(1e-12)).isEqualTo("10⁻¹²");
    assertThat(NumberText.plain(-1e10)).isEqualTo("−10¹⁰");
  }
}
