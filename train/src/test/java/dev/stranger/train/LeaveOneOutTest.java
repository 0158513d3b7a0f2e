package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Explanation;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Reasons;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import dev.stranger.score.OpenOptions;
import dev.stranger.table.Column;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ModelGraph;
import dev.stranger.train.method.ScoredModel;
import dev.stranger.train.method.TrainingData;
import dev.stranger.train.method.TrainingRun;
import dev.stranger.train.rkm.StRkm;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Libtorch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeaveOneOutTest {

  private static final MemoryDataset FEW = TestData.table(30, 1);
  private static final MemoryDataset NEW = TestData.table(40, 2);
  private static final TrainOptions TINY = TestData.tiny(4);

  private static Detector detector;

  @BeforeAll
  static void train() {
    detector = Trainer.fit(FEW, TINY, TrainListener.NONE).open();
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static float[] judgedBy(Detector judge, Dataset data) {
    MemoryDataset held = data.inMemory();
    float[] scores = new float[(int) held.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = judge.judge(held.sample(i)).score();
    }
    return scores;
  }

  @Test
  void eachModelLeavesAnotherSampleOutAndLearnsFromAllOthers() {
    Set<Integer> leftOut = new HashSet<>();
    for (Split split : Split.leavingOneOut(FEW, 19, 7)) {
      assertThat(split.calibration()).hasSize(1);
      leftOut.add(split.calibration()[0]);
      int[] all = Arrays.copyOf(split.fit(), 30);
      all[29] = split.calibration()[0];
      assertThat(Arrays.stream(all).sorted().distinct().toArray()).hasSize(30);
    }
    assertThat(leftOut).hasSize(19);
  }

  /** Trains the models once more, and computes what docs/guarantees.md says. */
  @Test
  void theFileJudgesAsTheFormulaSays() {
    float[][] scores = new float[19][];
    float[] leftOut = new float[19];
    Libtorch.load();
    Compute compute = Compute.on("cpu");
    int unseen = TINY.unseen(FEW.shape(), 29);
    TrainOptions chosen = TINY.chosenFor(FEW.shape(), 29 - unseen);
    TrainingPlan plan = Trainer.plan(FEW, TINY);
    try (PointerScope scope = new PointerScope()) {
      List<Split> splits = Split.leavingOneOut(FEW, 19, TINY.seed());
      for (int k = 0; k < 19; k++) {
        Split split = splits.get(k);
        LeaveOneOut.Model model =
            new Trainer(FEW, split, unseen, chosen, TrainListener.NONE, compute, plan).model();
        try (Detector one = alone(model.fitted().scored())) {
          leftOut[k] = one.judge(FEW.sample(split.calibration()[0])).score();
          scores[k] = judgedBy(one, NEW);
        }
      }
    }
    boolean[] seen = new boolean[20];
    for (int i = 0; i < NEW.size(); i++) {
      int notStranger = 0;
      double mean = 0;
      for (int k = 0; k < 19; k++) {
        notStranger += leftOut[k] >= scores[k][i] ? 1 : 0;
        mean += scores[k][i] / 19.0;
      }
      seen[notStranger] = true;
      Verdict verdict = detector.judge(NEW.sample(i));
      assertThat(verdict.pValue()).isEqualTo(Math.min(1, (2 * notStranger + 1) / 20f));
      assertThat(verdict.pValue()).isEqualTo(detector.calibration().pValue(verdict.score()));
      assertThat(verdict.ood()).isEqualTo(notStranger == 0);
      float[] sorted = leftOut.clone();
      Arrays.sort(sorted);
      double from = notStranger < 19 ? Math.nextUp(sorted[18 - notStranger]) : -1e9;
      double to = notStranger > 0 ? sorted[19 - notStranger] : 1e9;
      assertThat((double) verdict.score())
          .isCloseTo(Math.min(Math.max(mean, from), to), within(1e-5 * Math.abs(mean)));
    }
    assertThat(seen[0] && (seen[1] || seen[2]) && (seen[9] || seen[10] || seen[11])).isTrue();
  }

  private static Detector alone(ScoredModel model) {
    Calibration any = Calibration.of(new float[19]);
    Metadata metadata =
        model.describe().guarantee(TINY.calibration().guarantee()).card("{}").build();
    HeldOutScores heldOut = new HeldOutScores(any, null);
    byte[] file = model.write(any, "test", DetectorDraft.properties(metadata, heldOut));
    return DetectorDraft.open(file, "one of the models");
  }

  @Test
  void theSameSeedGivesTheSameScores() {
    try (Detector again = Trainer.fit(FEW, TINY, TrainListener.NONE).open();
        Detector other = Trainer.fit(FEW, TINY.withSeed(1), TrainListener.NONE).open()) {
      assertThat(again.calibration().scores()).containsExactly(detector.calibration().scores());
      assertThat(judgedBy(again, NEW)).containsExactly(judgedBy(detector, NEW));
      assertThat(judgedBy(other, NEW)).isNotEqualTo(judgedBy(detector, NEW));
    }
  }

  @Test
  void theFileSaysHowItIsCalibrated() {
    assertThat(detector.leavesOneOut()).isTrue();
    assertThat(detector.calibration().size()).isEqualTo(19);
    assertThat(detector.metadata().card())
        .contains("\"fitted\":30", "\"calibrated\":19", "\"leave_one_out\":19");
    try (Detector usual = Trainer.fit(TestData.table(80, 1), TINY, TrainListener.NONE).open()) {
      assertThat(usual.leavesOneOut()).isFalse();
      assertThat(usual.metadata().card()).doesNotContain("leave_one_out");
    }
  }

  @Test
  void partsAddUpToTheScore() {
    for (int i = 0; i < 20; i++) {
      Explanation explanation = detector.explain(NEW.sample(i));
      double sum =
          explanation.reasons().parts().stream()
              .map(Reasons.Part::amount)
              .mapToDouble(Math::abs)
              .sum();
      float score = detector.judge(NEW.sample(i)).score();
      assertThat(sum).isCloseTo(score, within(1e-4 * Math.max(1, Math.abs(score))));
    }
  }

  @Test
  void picturesAndSeriesAreReconstructed() {
    Dataset pictures = TestData.images("sprites:size=24", 8);
    for (Dataset data : List.of(pictures, TestData.heartbeats(22, 1))) {
      try (Detector judge = Trainer.fit(data, TINY, TrainListener.NONE).open()) {
        float[] sample = data.inMemory().sample(0);
        assertThat(judge.leavesOneOut()).isTrue();
        assertThat(judge.reconstruct(sample, 1)).hasSize(sample.length);
        assertThat(judge.coordinates(sample, 1)).hasSize(4);
      }
    }
  }

  /** Then one model has no gaps to learn from, and lacks the parts that the others have. */
  @Test
  void aGapMayBeInTheSampleThatIsLeftOut() {
    int out = Split.leavingOneOut(FEW, 19, TINY.seed()).get(0).calibration()[0];
    float[][] rows = new float[30][];
    Arrays.setAll(rows, i -> FEW.sample(i).clone());
    rows[out][2] = Float.NaN;
    MemoryDataset gap =
        MemoryDataset.of("gap", Column.numbers(List.of("a", "b", "c", "d", "e", "f")), rows);
    try (Detector judge = Trainer.fit(gap, TINY, TrainListener.NONE).open()) {
      assertThat(judge.calibration().size()).isEqualTo(19);
      assertThat(judge.judge(rows[out]).pValue()).isBetween(0.04f, 1f);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROBUST_RKM", "PCA", "NEIGHBOURS", "ISOLATION_FOREST", "VAE"})
  void otherMethodsDoTheSame(NamedMethod method) {
    TrainOptions options = TINY.with(method.make(new NamedMethod.Given(Strangers.made(), 0.1)));
    try (Detector judge = Trainer.fit(FEW, options, TrainListener.NONE).open()) {
      assertThat(judge.leavesOneOut()).isTrue();
      assertThat(judge.calibration().size()).isEqualTo(19);
    }
  }

  @Test
  void aModelIsFreedBeforeTheNextOneIsTrained() {
    Watched watched = new Watched();
    Trainer.fit(FEW, TINY.with(watched), TrainListener.NONE);
    assertThat(watched.made).hasSize(19).allMatch(tensor -> tensor.isNull());
  }

  /** The St-RKM, which complains if a model before it still has its memory. */
  private static final class Watched implements Method {

    private final Method learning = new StRkm();
    private final List<Tensor> made = new ArrayList<>();

    @Override
    public String key() {
      return learning.key();
    }

    @Override
    public List<String> scores() {
      return learning.scores();
    }

    @Override
    public boolean isFrugal() {
      return learning.isFrugal();
    }

    @Override
    public ModelGraph learn(TrainingData data, TrainingRun run) {
      assertThat(made).allMatch(tensor -> tensor.isNull());
      made.add(run.compute().zeros(1));
      return learning.learn(data, run);
    }
  }

  /** Of rows and their mirror images, each two that are left out are as strange. */
  @Test
  void someEqualScoresAreNoReasonToRefuseADetector() {
    Random random = new Random(4);
    float[][] rows = new float[30][5];
    for (int i = 0; i < 15; i++) {
      for (int k = 0; k < 5; k++) {
        rows[2 * i][k] = random.nextInt(1000);
        rows[2 * i + 1][k] = -rows[2 * i][k];
      }
    }
    MemoryDataset mirrored = MemoryDataset.of("mirrored", Shape.of(5), Range.ANY, rows);
    NamedMethod.Given none = new NamedMethod.Given(Strangers.made(), 0);
    TrainOptions options = TINY.with(NamedMethod.NEIGHBOURS.make(none));
    try (Detector judge = Trainer.fit(mirrored, options, TrainListener.NONE).open()) {
      assertThat(judge.calibration().distinctScores()).isLessThan(10);
    }
  }

  @Test
  void largerSetsLeaveOneOutOnlyWhenAsked() {
    MemoryDataset many = TestData.table(120, 3);
    TrainOptions asked = TINY.with(TINY.calibration().withLeaveOneOut(true));
    try (Detector judge = Trainer.fit(many, asked, TrainListener.NONE).open();
        Detector usual = Trainer.fit(many, TINY, TrainListener.NONE).open()) {
      assertThat(judge.leavesOneOut()).isTrue();
      assertThat(judge.calibration().size()).isEqualTo(19);
      assertThat(usual.leavesOneOut()).isFalse();
    }
  }

  @Test
  void whatHasNoProofIsRefused() {
    CalibrationOptions asked = CalibrationOptions.DEFAULT.withLeaveOneOut(true);
    FalseAlarmGuarantee sure = new FalseAlarmGuarantee(0.05, 0.05);
    MemoryDataset many = TestData.table(100, 3);
    refused(many, asked.withGuarantee(sure), "leaving one sample out has no proof for a risk");
    refused(
        many, asked.withByLabel(true), "leaving one sample out has no proof for a rate by label");
    refused(TestData.table(18, 3), asked, "table has 18 samples, a false-alarm rate of 0.05 needs");
    refused(FEW, CalibrationOptions.DEFAULT.withGuarantee(sure), "needs at least 74");
    FalseAlarmGuarantee rare = FalseAlarmGuarantee.onAverage(0.01);
    refused(
        many, asked.withGuarantee(rare), "needs 99 models that leave one sample out, a file has");
    refused(
        many, CalibrationOptions.DEFAULT.withGuarantee(rare), "needs at least 114; add samples");
    FalseAlarmGuarantee often = FalseAlarmGuarantee.onAverage(0.2);
    CalibrationOptions usual = CalibrationOptions.DEFAULT.withGuarantee(often);
    refused(TestData.table(15, 1), usual, "a false-alarm rate of 0.2 needs at least 16; add");
    refused(
        TestData.table(3, 1), usual.withShare(0.9), "rate of 0.2 needs at least 4; add samples");
    refused(
        TestData.table(15, 1), asked.withGuarantee(often), "rate of 0.2 needs at least 16; add");
    assertThatThrownBy(() -> detector.withGuarantee(sure))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "the detector is calibrated by leaving one sample out, which guarantees a rate on"
                + " average only; leave out the risk, or recalibrate with other normal samples");
    CheckpointFile checkpoint = new CheckpointFile(Path.of("never-written"), 1, false);
    assertThatThrownBy(() -> Trainer.fit(FEW, TINY, TrainListener.NONE, checkpoint))
        .hasMessage(
            "a checkpoint keeps one model, but 19 are trained that leave one sample out each; train"
                + " without a checkpoint");
  }

  private static void refused(Dataset data, CalibrationOptions options, String message) {
    assertThatThrownBy(() -> Trainer.fit(data, TINY.with(options), TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(message);
  }

  @Test
  void otherHeldOutSamplesMakeAnOrdinaryCalibration() {
    byte[] file = Trainer.fit(FEW, TINY, TrainListener.NONE).model();
    float[] scores = judgedBy(detector, TestData.table(200, 5));
    byte[] changed = Recalibration.of("more", scores).applyTo(DetectorDraft.sealed(file));
    try (Detector after = Detector.open(changed, OpenOptions.DEFAULT)) {
      Arrays.sort(scores);
      assertThat(after.leavesOneOut()).isFalse();
      assertThat(after.calibration().scores()).containsExactly(scores);
      assertThat(after.withGuarantee(new FalseAlarmGuarantee(0.05, 0.05)).bound()).isNotNull();
    }
  }

  @Test
  void theSmallestSetAndTheMostModelsMakeADetector() {
    CalibrationOptions often =
        TINY.calibration().withGuarantee(FalseAlarmGuarantee.onAverage(0.15));
    CalibrationOptions rare =
        TINY.calibration().withGuarantee(FalseAlarmGuarantee.onAverage(0.025));
    TrainOptions usual = TrainOptions.DEFAULT.with(TINY.learning()).withDevice("cpu");
    assertModels(TestData.table(16, 1), usual.with(often), 6);
    assertModels(TestData.table(40, 1), usual.with(rare), 39);
  }

  private static void assertModels(Dataset data, TrainOptions options, int models) {
    try (Detector judge = Trainer.fit(data, options, TrainListener.NONE).open()) {
      assertThat(judge.leavesOneOut()).isTrue();
      assertThat(judge.calibration().size()).isEqualTo(models);
    }
  }

  @Test
  void theListenerHearsOneTrainingOfAllModels() {
    List<String> heard = new ArrayList<>();
    int[] last = new int[1];
    Trainer.fit(
        FEW,
        TINY,
        new TrainListener() {
          @Override
          public void start(TrainingPlan plan) {
            heard.add(plan.models() + " models of " + plan.epochs() + " epochs");
          }

          @Override
          public void epoch(int epoch, EpochResult result) {
            assertThat(epoch).isEqualTo(++last[0]);
          }

          @Override
          public void note(String words) {
            heard.add(words);
          }
        });
    assertThat(heard)
        .containsExactly(
            "no part of the 30 samples is held out: 19 models learn from all but one of them each;"
                + " normal samples are flagged at most 5 % on average",
            "19 models of 4 epochs");
    assertThat(last[0]).isEqualTo(19 * 4);
  }

  @Test
  void thePlanIsThatOfAllModels() {
    TrainingPlan plan = Trainer.plan(FEW, TINY);
    CalibrationOptions half = CalibrationOptions.DEFAULT.withShare(0.9);
    TrainingPlan one = Trainer.plan(FEW, TINY.with(half));
    assertThat(plan.models()).isEqualTo(19);
    assertThat(plan.samples()).isEqualTo(29);
    assertThat(plan.fileBytes()).isBetween(15 * one.fileBytes(), 25 * one.fileBytes());
  }

  @Test
  @Tag("slow")
  void rowsOfPatientsTrainADetector() {
    String folder = System.getenv("STRANGER_DATA");
    assumeTrue(folder != null, "STRANGER_DATA is not set");
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, Map.of()));
    String file = Path.of(folder, "tables", "lymphography.npz").toString();
    Dataset train = catalogue.open(file + ":train", DataOptions.DEFAULT).inMemory();
    Dataset anomaly = catalogue.open(file + ":anomaly", DataOptions.DEFAULT).inMemory();
    Dataset normal = catalogue.open(file + ":normal", DataOptions.DEFAULT).inMemory();
    try (Detector judge = Trainer.fit(train, TrainOptions.DEFAULT, TrainListener.NONE).open()) {
      float[] usual = judgedBy(judge, normal);
      Arrays.sort(usual);
      float[] strange = judgedBy(judge, anomaly);
      Arrays.sort(strange);
      assertThat(strange[strange.length / 2]).isGreaterThan(usual[(int) (0.95 * usual.length)]);
    }
  }
}
