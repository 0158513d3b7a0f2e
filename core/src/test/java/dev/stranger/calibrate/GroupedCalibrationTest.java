package dev.stranger.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.RequestException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupedCalibrationTest {

  private static final GroupedCalibration TWO =
      GroupedCalibration.of(List.of("day", "night", "day", "night", "day"), 1, 10, 2, 20, 3);

  @Test
  void pValueIsThatOfTheGroupAlone() {
    assertThat(TWO.pValue("day", 15)).isEqualTo(1 / 4f);
    assertThat(TWO.pValue("night", 15)).isEqualTo(2 / 3f);
    assertThat(TWO.groups()).containsExactly("day", "night");
    assertThat(TWO.group("day").scores()).containsExactly(1, 2, 3);
  }

  /** Night scores are wider: one line for both would flag it far more often than day. */
  @Test
  void everyGroupKeepsItsRateWhereOneCalibrationDoesNot() {
    long seed = 3;
    NormalScores normal = new NormalScores(seed);
    float[] day = normal.draw(2_000);
    float[] night = tripled(normal.draw(2_000));
    GroupedCalibration grouped =
        GroupedCalibration.of(Map.of("day", Calibration.of(day), "night", Calibration.of(night)));
    RateBand band = FalseAlarmBound.onAverage(2_000, 0.05).bandAmong(2_000, 0.0001, 0.9999);
    float[] newNight = tripled(normal.draw(2_000));
    assertThat(rate(grouped.group("day"), normal.draw(2_000))).matches(band::holds, "seed " + seed);
    assertThat(rate(grouped.group("night"), newNight)).matches(band::holds, "seed " + seed);
    assertThat(rate(pooled(day, night), newNight)).as("seed %d", seed).isGreaterThan(0.08);
  }

  private static float[] tripled(float[] scores) {
    for (int i = 0; i < scores.length; i++) {
      scores[i] *= 3;
    }
    return scores;
  }

  private static Calibration pooled(float[] day, float[] night) {
    float[] all = Arrays.copyOf(day, day.length + night.length);
    System.arraycopy(night, 0, all, day.length, night.length);
    return Calibration.of(all);
  }

  private static double rate(Calibration calibration, float[] scores) {
    FalseAlarmBound bound = FalseAlarmBound.onAverage(calibration.size(), 0.05);
    return IntStream.range(0, scores.length)
        .mapToDouble(i -> bound.flags(calibration.pValue(scores[i])) ? 1 : 0)
        .average()
        .orElseThrow();
  }

  @Test
  void enoughScoresInEveryGroupIsAskedForByRate() {
    assertThat(TWO.boundsFor(FalseAlarmGuarantee.onAverage(0.4)))
        .containsEntry("day", new FalseAlarmBound(3, 1))
        .containsEntry("night", new FalseAlarmBound(2, 1));
    assertThatThrownBy(() -> TWO.boundsFor(FalseAlarmGuarantee.onAverage(0.25)))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "group 'night' has 2 held-out scores, a false-alarm rate of 0.25 needs at least 3; "
                + "hold out more, merge the group with another or raise the rate");
  }

  @Test
  void unknownGroupIsNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> TWO.pValue("dusk", 1))
        .isInstanceOf(DataException.class)
        .hasMessage("no held-out sample is of group 'dusk'; known are 'day', 'night'");
    List<String> many = IntStream.range(10, 25).mapToObj(Integer::toString).toList();
    assertThatThrownBy(() -> GroupedCalibration.of(many, new float[15]).group("9"))
        .hasMessageEndingWith("'18', '19' and 5 more");
  }

  @Test
  void missingScoresAndGroupsAreNamed() {
    assertThatThrownBy(() -> GroupedCalibration.of(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("calibration by group needs at least one held-out score");
    assertThatThrownBy(() -> GroupedCalibration.of(List.of("a"), 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there are 2 held-out scores and 1 groups; give every score its group");
  }
}
