package dev.stranger.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenJudgeTest {

  private static final List<Reading> MIXED =
      List.of(
          Reading.broken("a", 0),
          Reading.normal("a", 1),
          new Reading("a", 2, new float[] {1, 2}),
          Reading.strange("a", 3));

  private static <T> List<Judged<T>> judge(Judge<T> judge, List<T> records) {
    List<Judged<T>> results = new ArrayList<>();
    try (OpenJudge<T> open = judge.open(records.size())) {
      open.judge(
          records,
          (judged, i) -> {
            assertThat(judged.value()).isSameAs(records.get(i));
            results.add(judged);
          });
    }
    return results;
  }

  @Test
  void whatCannotBeJudgedIsReportedInItsPlace() {
    List<Judged<Reading>> results = judge(Reading.JUDGE.with(OnInvalid.REPORT), MIXED);
    assertThat(results).extracting(Judged::value).isEqualTo(MIXED);
    assertThat(results.get(0).verdict()).isNull();
    assertThat(results.get(0).problem()).contains("NaN at position 1");
    assertThat(results.get(1).verdict().ood()).isFalse();
    assertThat(results.get(1).problem()).isNull();
    assertThat(results.get(2).problem()).contains("2 values for 1 samples");
    assertThat(results.get(3).verdict().ood()).isTrue();
  }

  @Test
  void whatCannotBeJudgedIsLeftOutAndCounted() {
    try (OpenJudge<Reading> open = Reading.JUDGE.with(OnInvalid.SKIP).open(4)) {
      List<Integer> places = new ArrayList<>();
      open.judge(MIXED, (judged, i) -> places.add(i));
      open.judge(List.of(Reading.broken("a", 0)), (judged, i) -> places.add(i));
      assertThat(places).containsExactly(1, 3);
      assertThat(open.invalid()).isEqualTo(3);
    }
  }

  @Test
  void whatCannotBeJudgedFails() {
    assertThatThrownBy(() -> judge(Reading.JUDGE, MIXED))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("a record cannot be judged: sample 0 has the value NaN");
    Judge<Reading> empty = new Judge<>(Reading.DETECTOR, (reading, preparation) -> null);
    assertThatThrownBy(() -> judge(empty, MIXED))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("found no sample");
  }

  @Test
  void aFaultOfTheJobIsNoFaultOfTheRecord() {
    Judge<Reading> pictures =
        new Judge<Reading>(Reading.DETECTOR, (reading, preparation) -> preparation.picture(bytes()))
            .with(OnInvalid.SKIP);
    assertThatThrownBy(() -> judge(pictures, MIXED)).isInstanceOf(RequestException.class);
    assertThat(DetectorSource.OPEN.open()).isZero();
  }

  private static byte[] bytes() {
    return Reading.file("pictures/grey.png");
  }

  @Test
  void picturesAndRowsGetTheVerdictsOfTheDetector() {
    byte[] file = Reading.file("picture.onnx");
    try (Detector detector = Detector.open(file, OpenOptions.DEFAULT.withThreads(1))) {
      Judge<byte[]> judge =
          new Judge<>(DetectorSource.of(file), (bytes, preparation) -> preparation.picture(bytes));
      assertThat(judge(judge, List.of(bytes())).get(0).verdict())
          .isEqualTo(detector.judge(bytes()));
    }
    try (Detector detector = Reading.openDetector()) {
      Map<String, Object> row = Map.of("temperature", 20, "pressure", "10.5", "speed", 1000.0);
      Judge<Map<String, Object>> judge =
          new Judge<>(Reading.DETECTOR, (columns, preparation) -> preparation.row(columns));
      assertThat(judge(judge, List.of(row)).get(0).verdict()).isEqualTo(detector.judge(row));
    }
  }

  @Test
  void aBatchHasTheVerdictsOfSingleRecordsButForRounding() {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      readings.add(Reading.normal("a", i));
    }
    List<Judged<Reading>> results = judge(Reading.JUDGE, readings);
    try (Detector detector = Reading.openDetector()) {
      for (int i = 0; i < 100; i++) {
        Verdict alone = detector.judge(readings.get(i).values());
        assertThat(results.get(i).verdict().score())
            .isCloseTo(alone.score(), within(1e-4f * alone.score()));
      }
    }
  }

  @Test
  void aResultHasAVerdictOrAProblem() {
    assertThatThrownBy(() -> new Judged<>("x", null, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Judged<>("x", new Verdict(1, 1, false, null), "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
