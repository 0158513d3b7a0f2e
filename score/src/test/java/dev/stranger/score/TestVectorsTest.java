package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestVectorsTest {

  private static final Calibration HELD_OUT = Calibration.of(-0.9f, -0.8f, -0.7f);

  private static Metadata metadata(String... energies) {
    return Metadata.of(Shape.of(3), Range.ANY)
        .guarantee(FalseAlarmGuarantee.onAverage(0.5))
        .energies(List.of(energies))
        .parts(List.of("a"))
        .build();
  }

  /** Verdicts on samples of which each energy is a bit higher than the one before. */
  private static List<Verdict> verdicts(List<String> names, float first, int count) {
    return IntStream.range(0, count).mapToObj(i -> verdict(names, first + 0.01f * i)).toList();
  }

  private static Verdict verdict(List<String> names, float score) {
    return verdict(names, score, HELD_OUT);
  }

  private static Verdict verdict(List<String> names, float score, Calibration heldOut) {
    float[] values = new float[names.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = score + i;
    }
    return new Verdict(score, heldOut.pValue(score), false, new Energies(names, values));
  }

  @Test
  void anyNumberOfEnergiesIsReadAgainAndIsTheSame() {
    for (Metadata metadata :
        List.of(metadata("odin"), metadata("a", "b"), metadata("a", "b", "c", "d", "e"))) {
      List<Verdict> verdicts = verdicts(metadata.energies(), -0.85f, 4);
      Map<String, String> written =
          TestVectors.of(metadata.energies(), new float[12], verdicts).toProperties();
      TestVectors read = TestVectors.parse(written, metadata, "f.onnx");
      assertThat(read.count()).isEqualTo(4);
      assertThat(read.expected()).hasSize(4 * (metadata.energies().size() + 2));
      assertThat(read.differences(verdicts, HELD_OUT)).isEmpty();
    }
  }

  @Test
  void differencesAreNamedByTheMetadata() {
    List<String> names = List.of("max_softmax", "kpca_error");
    TestVectors then = TestVectors.of(names, new float[3], List.of(verdict(names, -0.85f)));
    assertThat(then.differences(List.of(verdict(names, -0.75f)), HELD_OUT))
        .containsExactly(
            "max softmax of sample 0 was -0.85, is -0.75",
            "kPCAError of sample 0 was 0.14999998, is 0.25",
            "score of sample 0 was -0.85, is -0.75",
            "p-value of sample 0 was 0.75, is 0.5");
  }

  /** The scores of most samples of a sure classifier differ by rounding alone. */
  @Test
  void roundingMayMoveAPValueFarWhereScoresAreNearlyEqual() {
    float[] sure = new float[1000];
    for (int i = 0; i < sure.length; i++) {
      sure[i] = -1 + i * 1e-7f;
    }
    Calibration heldOut = Calibration.of(sure);
    List<String> names = List.of("max_softmax");
    Verdict then = verdict(names, -1 + 2e-5f, heldOut);
    Verdict now = verdict(names, -1 + 5e-5f, heldOut);
    assertThat(then.pValue() - now.pValue()).isGreaterThan(0.2f);
    TestVectors vectors = TestVectors.of(names, new float[3], List.of(then));
    assertThat(vectors.differences(List.of(now), heldOut)).isEmpty();
    assertThat(vectors.differences(List.of(verdict(names, -0.9f, heldOut)), heldOut)).isNotEmpty();
  }

  @Test
  void vectorsForAnotherNumberOfEnergiesAreRefused() {
    List<String> names = List.of("a", "b");
    Map<String, String> written =
        TestVectors.of(names, new float[6], verdicts(names, 0, 2)).toProperties();
    assertThatThrownBy(() -> TestVectors.parse(written, metadata("a", "b", "c"), "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessage("f.onnx has wrong test vectors: they are missing or incomplete");
  }

  @Test
  void theGeneratedSamplesOfAFileCanBeJudged() {
    for (String file : List.of("table.onnx", "picture.onnx")) {
      try (Detector detector = FormatOne.open(file)) {
        assertThat(detector.testSamples()).isNotEmpty();
        for (float[] sample : detector.testSamples()) {
          assertThat(sample).hasSize(detector.shape().size());
          assertThat(detector.judge(sample).pValue()).isPositive();
        }
      }
    }
  }
}
