package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.calibrate.GroupedCalibration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeldOutScoresTest {

  private static final FalseAlarmGuarantee HALF = FalseAlarmGuarantee.onAverage(0.5);
  private static final HeldOutScores ALL = new HeldOutScores(Calibration.of(3, 1, 2), null);
  private static final HeldOutScores GROUPED =
      new HeldOutScores(
          Calibration.of(3, 1, 2),
          GroupedCalibration.of(List.of("", "Köln, Süd", "", "b", ""), 3, 1, 2, 9, 1e30f));

  private static Map<String, String> properties() {
    return new TreeMap<>(GROUPED.toProperties(HALF));
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    for (HeldOutScores scores : List.of(ALL, GROUPED)) {
      Map<String, String> written = scores.toProperties(HALF);
      HeldOutScores read = HeldOutScores.parse(written, HALF, "x");
      assertThat(read.toProperties(HALF)).isEqualTo(written);
      assertThat(read.calibration().scores()).containsExactly(1, 2, 3);
    }
    assertThat(HeldOutScores.parse(ALL.toProperties(HALF), HALF, "x").groups()).isNull();
    GroupedCalibration groups = HeldOutScores.parse(properties(), HALF, "x").groups();
    assertThat(groups).isNotNull();
    assertThat(groups.groups()).containsExactly("", "Köln, Süd", "b");
    assertThat(groups.group("").scores()).containsExactly(2, 3, 1e30f);
  }

  /** For languages that have no binomial distribution at hand. */
  @Test
  void thresholdsAreHalfwayBetweenPValues() {
    assertThat(properties())
        .containsEntry("stranger.p_value_threshold", "0.625") // 2 of 4, and half of one
        .containsEntry("stranger.group_sizes", "3 1 1")
        .containsEntry("stranger.group_thresholds", "0.625 0.75 0.75");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stranger.calibration",
        "stranger.p_value_threshold",
        "stranger.group_sizes",
        "stranger.group_calibration",
        "stranger.group_thresholds"
      })
  void whatIsMissingIsNamed(String key) {
    Map<String, String> properties = properties();
    properties.remove(key);
    assertThatThrownBy(() -> HeldOutScores.parse(properties, HALF, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage("f.onnx has wrong held-out scores: it lacks " + key);
  }

  @ParameterizedTest
  @CsvSource({
    "calibration, AAAA, at least one held-out score",
    "calibration, '', at least one held-out score",
    "calibration, ???, Illegal base64",
    "calibration, AADAfwAAgD8=, has no score (NaN)",
    "calibration, AABAQAAAAEAAAIA/, calibration does not fit the others", // not in order
    "p_value_threshold, 0.9, p_value_threshold does not fit the others",
    "group_sizes, 3 1, there are 3 groups and 2 sizes",
    "group_sizes, 3 1 2147483647, group 'b' lacks scores",
    "group_sizes, 3 1 0, group 'b' lacks scores",
    "group_sizes, 2 1 1, group_calibration does not fit the others",
    "group_sizes, 3 1 x, For input string",
    "group_thresholds, 0.6 0.75 0.75, group_thresholds does not fit the others",
    "groups, a, there are 1 groups and 3 sizes"
  })
  void whatDoesNotFitTogetherIsRefused(String key, String value, String complaint) {
    Map<String, String> properties = properties();
    properties.put("stranger." + key, value);
    assertThatThrownBy(() -> HeldOutScores.parse(properties, HALF, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageStartingWith("f.onnx has wrong held-out scores: ")
        .hasMessageContaining(complaint);
  }

  @Test
  void tooFewScoresForTheGuaranteeAreRefused() {
    FalseAlarmGuarantee quarter = FalseAlarmGuarantee.onAverage(0.25);
    assertThat(ALL.toProperties(quarter)).isNotEmpty();
    assertThatThrownBy(() -> GROUPED.toProperties(quarter))
        .hasMessageContaining("group 'Köln, Süd' has 1 held-out scores")
        .hasMessageContaining("needs at least 3");
  }

  @Test
  void aNameThatCouldNotBeReadAgainIsRefused() {
    GroupedCalibration odd = GroupedCalibration.of(List.of("a\u001fb"), 1);
    assertThatThrownBy(() -> new HeldOutScores(Calibration.of(1), odd).toProperties(HALF))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("U+001F");
  }

  @Test
  void numbersAreCountedWithoutReadingThem() {
    for (int count = 0; count < 20; count++) {
      assertThat(FloatText.count(FloatText.encode(new float[count]))).isEqualTo(count);
    }
  }
}
