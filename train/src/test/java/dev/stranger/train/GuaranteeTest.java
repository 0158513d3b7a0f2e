package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.MemoryDataset;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.calibrate.RateBand;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.GroupedDetector;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a detector guarantees, from training to verdicts. */
class GuaranteeTest {

  private static final FalseAlarmGuarantee SURE = new FalseAlarmGuarantee(0.1, 0.05);

  @TempDir static Path folder;

  private static TrainedModel model;
  private static Detector detector;
  private static MemoryDataset fresh;

  @BeforeAll
  static void train() {
    TrainOptions options =
        TestData.tiny(3).with(CalibrationOptions.DEFAULT.withGuarantee(SURE).withByLabel(true));
    model = Trainer.fit(TestData.images("sprites:size=600", 12), options, TrainListener.NONE);
    Path file = folder.resolve("detector.onnx");
    model.save(file);
    detector = Detector.open(file);
    fresh = TestData.images("sprites:size=2000,seed=9", 12).inMemory();
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static List<Verdict> judge(Detector by) {
    List<Verdict> verdicts = new ArrayList<>();
    by.judge(fresh, (batch, judged) -> verdicts.addAll(judged));
    return verdicts;
  }

  @Test
  void theFileKeepsScoresGroupsAndGuarantee() {
    assertThat(detector.guarantee()).isEqualTo(SURE);
    assertThat(detector.calibration().size()).isEqualTo(100);
    assertThat(detector.bound()).isEqualTo(FalseAlarmBound.of(100, 0.1, 0.05));
    GroupedCalibration groups = detector.groups().orElseThrow();
    assertThat(groups.groups()).containsExactly("ellipse", "heart", "square");
    assertThat(detector.metadata().card())
        .contains("\"guarantee\":{\"false_alarm_rate\":0.1,\"risk\":0.05,\"by_label\":true,");
  }

  @Test
  void theStoredScoresAreThoseThatTheGraphRanksAmong() {
    for (Verdict verdict : judge(detector)) {
      assertThat(verdict.pValue()).isEqualTo(detector.calibration().pValue(verdict.score()));
      assertThat(verdict.ood()).isEqualTo(detector.bound().flags(verdict.pValue()));
    }
  }

  @Test
  void anotherGuaranteeMovesTheLineAndNothingElse() {
    Detector loose = detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.5));
    List<Verdict> before = judge(detector);
    List<Verdict> after = judge(loose);
    assertThat(after).extracting(Verdict::pValue).isEqualTo(pValues(before));
    assertThat(after).allMatch(verdict -> verdict.ood() == verdict.pValue() < 0.5 + 1e-3);
    assertThat(detector.guarantee()).isEqualTo(SURE);
    assertThatThrownBy(() -> detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.001)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs at least 999 held-out scores, there are 100");
  }

  private static List<Float> pValues(List<Verdict> verdicts) {
    return verdicts.stream().map(Verdict::pValue).toList();
  }

  @Test
  void byGroupTheRankIsThatAmongTheGroup() {
    GroupedDetector grouped = detector.byGroup();
    List<Verdict> ofSet = new ArrayList<>();
    grouped.judge(fresh, (batch, judged) -> ofSet.addAll(judged));
    List<Verdict> plain = judge(detector);
    for (int i = 0; i < ofSet.size(); i++) {
      String group = fresh.labelName(fresh.label(i));
      Calibration own = detector.groups().orElseThrow().group(group);
      assertThat(ofSet.get(i).score()).isEqualTo(plain.get(i).score());
      assertThat(ofSet.get(i).pValue()).isEqualTo(own.pValue(plain.get(i).score()));
      assertThat(ofSet.get(i).ood())
          .isEqualTo(grouped.bounds().get(group).flags(ofSet.get(i).pValue()));
    }
    Verdict heart = grouped.judge(fresh.sample(0), "heart");
    assertThat(heart.pValue())
        .isEqualTo(detector.groups().orElseThrow().pValue("heart", heart.score()));
  }

  @Test
  void unknownGroupsAndDetectorsWithoutGroupsAreRefused() {
    GroupedDetector grouped = detector.byGroup();
    assertThatThrownBy(() -> grouped.judge(fresh.sample(0), "star"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "no held-out sample is of group 'star'; known are 'ellipse', 'heart', 'square'");
    Verdict any = detector.judge(fresh.sample(0));
    assertThatThrownBy(() -> grouped.among(fresh, 7, Cursor.NO_LABEL, any))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("sample 7 of")
        .hasMessageContaining("has no label");
    Detector strict = detector.withGuarantee(FalseAlarmGuarantee.onAverage(0.01));
    assertThatThrownBy(strict::byGroup)
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("a false-alarm rate of 0.01 needs at least 99");
    TrainedModel plain = Trainer.fit(TestData.table(200, 1), TestData.tiny(1), TrainListener.NONE);
    try (Detector without = plain.open()) {
      assertThat(without.groups()).isEmpty();
      assertThatThrownBy(without::byGroup)
          .isInstanceOf(RequestException.class)
          .hasMessage("the trained model was not calibrated by group; train it by label");
    }
  }

  /** With a valid checksum, which damage does not have. */
  @Test
  void aForgedThresholdIsRefused() {
    String text = new String(model.model(), StandardCharsets.ISO_8859_1);
    String threshold = Double.toString(detector.bound().threshold());
    String forged = text.replace(threshold, threshold.replace(threshold.charAt(3), '9'));
    assertThat(forged).isNotEqualTo(text);
    Path file = folder.resolve("forged.onnx");
    DetectorDraft.write(forged.getBytes(StandardCharsets.ISO_8859_1), file);
    assertThatThrownBy(() -> Detector.open(file))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("stranger.p_value_threshold does not fit the others");
  }

  /** Splits of the scores that a trained detector gives to samples it has never seen. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1})
  void overSplitsTheRealisedRateLiesInItsBand(double rate) {
    List<Float> scores = new ArrayList<>(judge(detector).stream().map(Verdict::score).toList());
    FalseAlarmBound bound = FalseAlarmBound.onAverage(500, rate);
    RateBand band = bound.bandAmong(1500, 0.01, 0.99);
    long seed = 11;
    Random random = new Random(seed);
    int outside = 0;
    double sum = 0;
    for (int split = 0; split < 200; split++) {
      Collections.shuffle(scores, random);
      Calibration held = Calibration.of(floats(scores.subList(0, 500)));
      double realised =
          scores.stream().skip(500).filter(score -> bound.flags(held.pValue(score))).count()
              / 1500.0;
      outside += band.holds(realised) ? 0 : 1;
      sum += realised;
    }
    // 2 % of 200 lie outside; 14 or more do by chance in less than 1 of 10,000 cases.
    assertThat(outside).as("seed %d", seed).isLessThan(14);
    double deviation = Math.sqrt(rate * (1 / 500.0 + 1 / 1500.0) / 200);
    assertThat(sum / 200)
        .as("seed %d", seed)
        .isCloseTo(bound.meanRate(), Offset.offset(4 * deviation));
  }

  private static float[] floats(List<Float> values) {
    float[] floats = new float[values.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = values.get(i);
    }
    return floats;
  }

  @Test
  void tooFewSamplesAreRefusedBeforeTrainingStarts() {
    TrainListener never =
        new TrainListener() {
          @Override
          public void start(TrainingPlan plan) {
            throw new AssertionError("training has started");
          }
        };
    TrainOptions options =
        TestData.tiny(1)
            .with(CalibrationOptions.DEFAULT.withGuarantee(new FalseAlarmGuarantee(0.01, 0.01)));
    assertThatThrownBy(() -> Trainer.fit(TestData.table(473, 1), options, never))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "table has 473 samples, a false-alarm rate of 0.01 at a risk of 0.01 needs at least"
                + " 474; add samples or raise it");
  }
}
