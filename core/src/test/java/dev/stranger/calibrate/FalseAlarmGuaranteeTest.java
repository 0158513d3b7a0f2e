package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.RequestException;
import org.junit.jupiter.api.Test;

class FalseAlarmGuaranteeTest {

  private static final FalseAlarmGuarantee AVERAGE = FalseAlarmGuarantee.onAverage(0.05);
  private static final FalseAlarmGuarantee SURE = new FalseAlarmGuarantee(0.05, 0.01);

  @Test
  void theLineIsThatOfTheBound() {
    assertThat(AVERAGE.boundFor(99)).isEqualTo(FalseAlarmBound.onAverage(99, 0.05));
    assertThat(SURE.boundFor(300)).isEqualTo(FalseAlarmBound.of(300, 0.05, 0.01));
  }

  @Test
  void theNeededScoresAreTheFewestThatHaveALine() {
    for (FalseAlarmGuarantee guarantee : new FalseAlarmGuarantee[] {AVERAGE, SURE}) {
      int needed = Math.toIntExact(guarantee.neededScores());
      assertThat(guarantee.boundFor(needed).rank()).isEqualTo(1);
      assertThatThrownBy(() -> guarantee.boundFor(needed - 1))
          .isInstanceOf(RequestException.class)
          .hasMessageStartingWith(guarantee.asked() + " needs at least " + needed);
    }
  }

  @Test
  void wordsHaveNoRoundingNoise() {
    assertThat(FalseAlarmGuarantee.onAverage(0.07).inWords()).isEqualTo("at most 7 % on average");
    assertThat(new FalseAlarmGuarantee(0.0005, 0.1).inWords())
        .isEqualTo("at most 0.05 %, with a risk of 10 % that it is more");
  }

  @Test
  void smallRatesAreWrittenOut() {
    assertThat(new FalseAlarmGuarantee(1e-4, 1e-5).asked())
        .isEqualTo("a false-alarm rate of 0.0001 at a risk of 0.00001");
  }

  @Test
  void impossibleNumbersAreNamed() {
    assertThatThrownBy(() -> FalseAlarmGuarantee.onAverage(5))
        .hasMessage("the false-alarm rate must lie between 0 and 1, got 5.0");
    assertThatThrownBy(() -> new FalseAlarmGuarantee(0.05, 0.0))
        .hasMessage("the risk must lie between 0 and 1, got 0.0");
  }
}
