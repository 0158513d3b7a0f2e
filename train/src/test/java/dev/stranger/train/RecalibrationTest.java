package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Network;
import dev.stranger.score.OpenOptions;
import dev.stranger.train.guard.TestNetwork;
import dev.stranger.train.loop.TrainListener;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecalibrationTest {

  private static final Random RANDOM = new Random(4);

  private static byte[] file(TrainedModel model) {
    return DetectorDraft.sealed(model.model());
  }

  /** Around the scores of a detector, so that its samples get p-values of all sizes. */
  private static float[] scoresLikeThoseOf(Detector detector, int count) {
    float[] before = detector.calibration().scores();
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      scores[i] = before[RANDOM.nextInt(before.length)] * (0.9f + 0.2f * RANDOM.nextFloat());
    }
    return scores;
  }

  /** Few scores are one block in the graph, many are not. */
  @ParameterizedTest
  @ValueSource(ints = {30, 1_000, 5_000, 50_000})
  void scoresStayAndPValuesAreRanksAmongTheNewScores(int count) {
    TestDetectors trained = TestDetectors.table();
    byte[] file = file(trained.model());
    try (Detector before = Detector.open(file, OpenOptions.DEFAULT)) {
      float[] scores = scoresLikeThoseOf(before, count);
      byte[] recalibrated = Recalibration.of("new rows", scores).applyTo(file);
      try (Detector after = Detector.open(recalibrated, OpenOptions.DEFAULT)) {
        assertThat(after.verify()).isEmpty();
        assertThat(after.calibration().size()).isEqualTo(count);
        assertThat(after.guarantee()).isEqualTo(before.guarantee());
        assertThat(after.heldOutEnergies().keySet()).isEqualTo(before.heldOutEnergies().keySet());
        assertRanks(before, after, trained.values(), Calibration.of(scores));
      }
    }
  }

  private static void assertRanks(
      Detector before, Detector after, float[] samples, Calibration calibration) {
    int count = samples.length / before.shape().size();
    List<Verdict> old = before.judge(samples, count);
    List<Verdict> now = after.judge(samples, count);
    for (int i = 0; i < count; i++) {
      assertThat(now.get(i).score()).isEqualTo(old.get(i).score());
      assertThat(now.get(i).energies()).isEqualTo(old.get(i).energies());
      assertThat(now.get(i).pValue()).isEqualTo(calibration.pValue(old.get(i).score()));
      assertThat(now.get(i).ood()).isEqualTo(after.bound().flags(now.get(i).pValue()));
    }
  }

  /** Scores of samples that are not there would be zeros, and break the guarantee. */
  @Test
  void samplesThatChangeWhileTheyAreReadAreRefused() {
    try (Detector detector = TestDetectors.table().model().open()) {
      MemoryDataset rows = TestData.table(300, 2);
      float[] scores = Recalibration.by(detector, rows).heldOut().calibration().scores();
      assertThat(scores).hasSize(300).doesNotContain(0);
      for (long said : new long[] {299, 301, 1000}) {
        assertThatThrownBy(() -> Recalibration.by(detector, new Changing(rows, said)))
            .isInstanceOf(DataException.class)
            .hasMessageContaining("had %,d samples at first and 300".formatted(said));
      }
    }
  }

  @Test
  void samplesThatTheDetectorLearnedFromAreRefused() {
    MemoryDataset learned = TestData.table(300, 1);
    try (Detector detector = TestDetectors.table().model().open()) {
      assertThatThrownBy(() -> Recalibration.by(detector, learned))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("the 300 samples of " + learned.name() + " are those that")
          .hasMessageContaining("give normal samples that it did not learn from");
      assertThat(LearntData.of(detector.metadata()).is(TestData.table(300, 2))).isFalse();
    }
  }

  @Test
  void theModelCardNamesTheNewScoresAndKeepsTheRest() {
    byte[] file = file(TestDetectors.table().model());
    try (Detector before = Detector.open(file, OpenOptions.DEFAULT)) {
      float[] scores = scoresLikeThoseOf(before, 100);
      byte[] once = Recalibration.of("first", scores).applyTo(file);
      HeldOutScores some = new HeldOutScores(Calibration.of(scores), null);
      byte[] twice = new Recalibration(some, "second", 1_000_000_000, 1e-4).applyTo(once);
      try (Detector after = Detector.open(twice, OpenOptions.DEFAULT)) {
        String card = before.metadata().card();
        assertThat(after.metadata().card())
            .startsWith(card.substring(0, card.length() - 1) + ",\"recalibrated\":{")
            .endsWith(
                "\"data\":\"second\",\"scores\":1000000000,\"kept\":100,\"rank_error\":1.0E-4}}")
            .doesNotContain("first");
      }
      // Only one set of nodes ranks scores, however often they are replaced.
      assertThat((double) twice.length).isBetween(0.99 * once.length, 1.01 * once.length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cnn-7", "cnn-11", "vit-20"})
  void aGuardedNetworkAnswersAsBeforeAndGivesItsVerdictByTheNewThreshold(String name) {
    TestNetwork network = new TestNetwork(name);
    GuardOptions options = GuardOptions.of(network.input()).with(TestData.tiny(2));
    byte[] file =
        file(Guard.fit(network.model(), network.samples(300, 1), options, TrainListener.NONE));
    try (Detector before = Detector.open(file, OpenOptions.DEFAULT)) {
      byte[] recalibrated = Recalibration.of("new", scoresLikeThoseOf(before, 2_000)).applyTo(file);
      try (Detector after = Detector.open(recalibrated, OpenOptions.DEFAULT);
          Network old = Network.open(file, name, network.input(), before.shape());
          Network now = Network.open(recalibrated, name, network.input(), before.shape())) {
        assertThat(now.outputs().keySet()).containsExactlyElementsOf(old.outputs().keySet());
        network
            .samples(64, 2)
            .forEachBatch(
                32,
                batch -> {
                  List<Verdict> verdicts = after.judge(batch.values(), batch.count());
                  Set<String> outputs = Set.of("output", "p_value", "ood");
                  Map<String, Network.Computed> said =
                      now.run(batch.values(), batch.count(), outputs);
                  assertThat(said.get("output").bytes())
                      .isEqualTo(
                          old.run(batch.values(), batch.count(), outputs).get("output").bytes());
                  for (int i = 0; i < batch.count(); i++) {
                    assertThat(said.get("ood").bytes().get(i) == 1)
                        .isEqualTo(verdicts.get(i).ood());
                  }
                });
      }
    }
  }

  @Test
  void whatCannotKeepTheGuaranteeIsRefused() {
    byte[] file = file(TestDetectors.table().model());
    float[] few = new float[18];
    for (int i = 0; i < few.length; i++) {
      few[i] = i;
    }
    assertThatThrownBy(() -> Recalibration.of("rows", few).applyTo(file))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs at least 19 held-out scores, there are 18");
    assertThatThrownBy(() -> Recalibration.of("rows", new float[1_000]))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("have only 1 different values");
  }

  @Test
  void aDetectorByGroupNeedsScoresByGroup() {
    TrainOptions byLabel = TestData.tiny(2).with(CalibrationOptions.DEFAULT.withByLabel(true));
    byte[] file =
        file(Trainer.fit(TestData.images("sprites:size=600", 12), byLabel, TrainListener.NONE));
    try (Detector before = Detector.open(file, OpenOptions.DEFAULT)) {
      float[] scores = scoresLikeThoseOf(before, 100);
      assertThatThrownBy(() -> Recalibration.of("new", scores).applyTo(file))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("is calibrated by group");
      GroupedCalibration groups = GroupedCalibration.of(Map.of("all", Calibration.of(scores)));
      HeldOutScores both = new HeldOutScores(Calibration.of(scores), groups);
      byte[] after = new Recalibration(both, "new", 100, 0).applyTo(file);
      try (Detector grouped = Detector.open(after, OpenOptions.DEFAULT)) {
        assertThat(grouped.byGroup().bounds().keySet()).containsExactly("all");
      }
    }
  }
}
