package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Transform;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.method.ObjectiveOptions.Variant;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {

  private static final TrainOptions TINY = TestData.tiny(3);

  @TempDir Path folder;

  private static TrainedModel fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE);
  }

  private static List<Verdict> judge(Detector detector, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, of) -> verdicts.addAll(of));
    return verdicts;
  }

  @Test
  void everyNetworkTrainsAndJudges() {
    Dataset images = TestData.images("sprites:size=300", 16);
    Dataset series = TestData.heartbeats(200, 1);
    Dataset table = TestData.table(200, 1);
    for (Dataset data : List.of(images, series, table)) {
      TrainedModel model = fit(data, TINY);
      assertThat(model.curve()).hasSize(3);
      try (Detector detector = model.open()) {
        assertThat(judge(detector, data)).hasSize((int) data.size());
      }
    }
    NetworkOptions lstm = NetworkOptions.DEFAULT.withKind(Kind.RECURRENT).withSizes(4, 8, 8);
    try (Detector detector = fit(series, TINY.with(lstm)).open()) {
      assertThat(judge(detector, series)).hasSize(200);
    }
  }

  @Test
  void theSameSeedGivesTheSameBytes() {
    Dataset table = TestData.table(300, 1);
    byte[] first = fit(table, TINY).model();
    assertThat(fit(table, TINY).model()).isEqualTo(first);
    assertThat(fit(table, TINY.withSeed(1)).model()).isNotEqualTo(first);
  }

  @Test
  void stoppedAnywhereAndResumedGivesTheSameBytes() {
    Dataset table = TestData.table(400, 1);
    for (Variant variant : Variant.values()) {
      TrainOptions options =
          TINY.with(TINY.objective().withVariant(variant))
              .with(TINY.learning().withRates(1e-3, 1e-3, Schedule.COSINE).withPatience(2));
      TrainedModel unbroken = fit(table, options);
      for (int stopAfter : new int[] {1, 3, 4, 6, 7}) {
        Path file = folder.resolve(variant + "-" + stopAfter);
        CheckpointFile save = new CheckpointFile(file, 1, false);
        assertThatThrownBy(() -> Trainer.fit(table, options, new StopAfter(stopAfter), save))
            .isInstanceOf(CancellationException.class)
            .hasMessageContaining("resume it from");
        CheckpointFile resume = new CheckpointFile(file, 1, true);
        TrainedModel resumed = Trainer.fit(table, options, TrainListener.NONE, resume);
        String place = "%s, stopped after step %d".formatted(variant, stopAfter);
        assertThat(resumed.curve()).as(place).isEqualTo(unbroken.curve());
        assertThat(resumed.model()).as(place).isEqualTo(unbroken.model());
      }
    }
  }

  private static final class StopAfter implements TrainListener {
    private int steps;

    StopAfter(int steps) {
      this.steps = steps;
    }

    @Override
    public boolean stop() {
      return --steps <= 0;
    }
  }

  @Test
  void aCheckpointIsNotWrittenOverAFileThatIsNone() throws IOException {
    Dataset table = TestData.table(300, 1);
    Path precious = Files.writeString(folder.resolve("detector.onnx"), "took all night");
    CheckpointFile checkpoint = new CheckpointFile(precious, 1, false);
    assertThatThrownBy(() -> Trainer.fit(table, TINY, TrainListener.NONE, checkpoint))
        .isInstanceOf(DataException.class)
        .hasMessage(precious + " is no checkpoint; choose another file");
    assertThat(precious).hasContent("took all night");
  }

  @Test
  void checkpointsOfOtherJobsAndDamagedOnesAreRefused() throws IOException {
    Dataset table = TestData.table(300, 1);
    Path file = folder.resolve("checkpoint");
    Trainer.fit(table, TINY, TrainListener.NONE, new CheckpointFile(file, 1, false));
    CheckpointFile resume = new CheckpointFile(file, 1, true);
    assertThatThrownBy(() -> Trainer.fit(table, TINY.withSeed(7), TrainListener.NONE, resume))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("belongs to another training (seed=%d);".formatted(TINY.seed()));
    byte[] whole = Files.readAllBytes(file);
    TrainOptions sameSteps = TINY.withRecordedSteps(false);
    assertThat(Trainer.fit(table, sameSteps, TrainListener.NONE, resume).curve()).isNotEmpty();
    for (int length = 0; length < whole.length; length += 997) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Trainer.fit(table, TINY, TrainListener.NONE, resume))
          .as("cut to %d bytes", length)
          .isInstanceOf(DataException.class);
    }
    for (int place : List.of(30, whole.length / 2)) { // in the name of the job, and in a tensor
      byte[] damaged = whole.clone();
      damaged[place] ^= 1;
      Files.write(file, damaged);
      assertThatThrownBy(() -> Trainer.fit(table, TINY, TrainListener.NONE, resume))
          .hasMessageContaining("is a damaged checkpoint");
    }
  }

  @Test
  void trainingStopsEarlyWhenHeldOutSamplesNoLongerImprove() {
    Dataset table = TestData.table(300, 1);
    TrainOptions options =
        TINY.with(
            TINY.learning()
                .withEpochs(500)
                .withRates(3e-3, 1e-3, Schedule.CONSTANT)
                .withPatience(3));
    int epochs = fit(table, options).curve().size();
    assertThat(epochs).isBetween(4, 499);
  }

  private static List<Float> scores(TrainedModel model, Dataset data) {
    try (Detector detector = model.open()) {
      return judge(detector, data).stream().map(Verdict::score).toList();
    }
  }

  @Test
  void patienceKeepsTheBestWeightsAlsoAcrossACheckpoint() {
    Dataset table = TestData.table(400, 1);
    LearningOptions patient =
        TINY.learning().withRates(2e-2, 1e-3, Schedule.CONSTANT).withEpochs(200).withPatience(4);
    TrainedModel stopped = fit(table, TINY.with(patient));
    List<Double> heldOut = stopped.curve().stream().map(EpochResult::heldOut).toList();
    int best = heldOut.indexOf(Collections.min(heldOut)) + 1;
    assertThat(best).as("epochs until the best of %s", heldOut).isEqualTo(heldOut.size() - 4);
    TrainedModel only = fit(table, TINY.with(patient.withEpochs(best)));
    assertThat(scores(stopped, table)).isEqualTo(scores(only, table));
    int steps = 3 * heldOut.size(); // an epoch has three: stopped in the last one
    TrainedModel resumed = Interrupted.fit(table, TINY.with(patient), steps, folder);
    assertThat(resumed.model()).isEqualTo(stopped.model());
  }

  @Test
  void dataThatCannotBeLearntFromIsRefused() {
    float[][] same = new float[200][4];
    assertThatThrownBy(() -> fit(MemoryDataset.of("flat", Shape.of(4), Range.ANY, same), TINY))
        .isInstanceOf(DataException.class)
        .hasMessage("the 200 samples of flat are all the same; there is nothing to learn from");
    Dataset broken = TestData.table(200, 1).map(new SixthIsMissing());
    assertThatThrownBy(() -> fit(broken, TINY))
        .hasMessage("sample 0 of table has the value NaN; remove or replace it");
    assertThatThrownBy(() -> fit(TestData.table(18, 1), TINY))
        .hasMessageContaining("table has 18 samples, a false-alarm rate of 0.05 needs at least 19");
    TrainOptions bce = TINY.with(ObjectiveOptions.DEFAULT.withLoss(LossChoice.BCE));
    assertThatThrownBy(() -> fit(TestData.table(200, 1), bce))
        .hasMessageContaining("the loss bce needs values in [0, 1]");
  }

  /** What a program of a user's may do. */
  private record SixthIsMissing() implements Transform {
    @Override
    public Header describe(Header input) {
      return input;
    }

    @Override
    public void apply(Shape from, float[] source, float[] target, int offset) {
      System.arraycopy(source, 0, target, offset, 5);
      target[offset + 5] = Float.NaN;
    }
  }

  @Test
  void aSetSmallerThanABatchIsOneBatch() {
    TrainOptions large = TINY.with(TINY.learning().withBatchSize(100_000));
    assertThat(fit(TestData.table(100, 1), large).curve()).hasSize(3);
  }

  @Test
  void aBatchThatCannotSpanTheSubspaceIsRefused() {
    TrainOptions single = TINY.with(TINY.learning().withBatchSize(1));
    assertThatThrownBy(() -> fit(TestData.table(200, 1), single))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("a batch of 1 samples is too small to learn from; use 5");
  }

  @Test
  void aTableOfFewDistinctRowsIsLearnt() {
    float[][] rows = new float[400][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new float[] {i % 3, i % 2, i % 5 == 0 ? 1 : 0};
    }
    MemoryDataset coded = MemoryDataset.of("coded", Shape.of(3), Range.ANY, rows);
    assertThat(fit(coded, TINY).model()).isNotEmpty();
  }

  @Test
  void valuesBeyondAllMeasureAreJudgedAsStrangers() {
    TrainedModel model = fit(TestData.table(300, 1), TINY);
    try (Detector detector = model.open()) {
      for (float far : new float[] {1e10f, -1e30f, Float.MAX_VALUE}) {
        Verdict verdict = detector.judge(new float[] {far, 0, 0, 0, 5, 0});
        assertThat(verdict.score()).isFinite();
        assertThat(verdict.energies().fullEnergy()).isFinite();
        assertThat(verdict.ood()).as("value %s", far).isTrue();
      }
    }
  }

  @Test
  void theRowOfMeansIsNoStranger() {
    TrainedModel model = fit(TestData.table(600, 1), TestData.tiny(60));
    try (Detector detector = model.open()) {
      assertThat(detector.judge(new float[] {1000, 0, 0, 0, 5, 0}).ood()).isFalse();
    }
  }

  @Test
  void shortSeriesAndSmallImagesAreLearntDensely() {
    assertThat(fit(TestData.images("sprites:size=200", 8), TINY).model()).isNotEmpty();
  }

  @Test
  void resumingWithoutACheckpointIsAnError() {
    CheckpointFile missing = new CheckpointFile(folder.resolve("none"), 1, true);
    assertThatThrownBy(() -> Trainer.fit(TestData.table(200, 1), TINY, TrainListener.NONE, missing))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("there is no checkpoint");
  }

  @Test
  void thePapersSeriesNetworkKeepsTheWholeSpace() {
    TrainOptions paper = TrainOptions.paperFor(Shape.of(1, 140));
    TrainOptions quick =
        paper.with(paper.learning().withEpochs(2).withBatchSize(64)).withDevice("cpu");
    try (Detector detector = fit(TestData.heartbeats(200, 1), quick).open()) {
      Verdict verdict = detector.judge(TestData.heartbeats(1, 2).sample(0));
      assertThat(verdict.energies().kpcaError())
          .as("nothing is left outside of the subspace")
          .isLessThan(1e-6f * verdict.energies().negCorr());
      assertThat(verdict.score()).isEqualTo(verdict.energies().fullEnergy());
    }
  }

  @Test
  void divergenceIsAnError() {
    TrainOptions wild =
        TINY.with(TINY.learning().withEpochs(50).withRates(1e6, 1, Schedule.CONSTANT));
    assertThatThrownBy(() -> fit(TestData.table(200, 1), wild))
        .isInstanceOf(DataException.class)
        .hasMessageMatching(".*(diverged|did not improve|degenerate).*");
  }

  @Test
  void theSubspaceMustBeSmallerThanTheFeatureSpace() {
    MemoryDataset table = TestData.table(200, 1);
    TrainOptions full = TINY.with(ObjectiveOptions.DEFAULT.withSubspace(12, false));
    assertThatThrownBy(() -> fit(table, full))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("the subspace has 12 directions, the features only 12");
    TrainOptions paper =
        TINY.with(ObjectiveOptions.DEFAULT.withSubspace(12, true))
            .with(CalibrationOptions.DEFAULT.withScore("full_energy"));
    assertThat(fit(table, paper).model()).isNotEmpty();
  }

  @Test
  @Tag("slow")
  void nativeMemoryStaysFlatOverTwoThousandSteps() {
    Dataset table = TestData.table(640, 1);
    List<Long> sizes = new ArrayList<>();
    TrainListener watch =
        new TrainListener() {
          @Override
          public void epoch(int epoch, EpochResult result) {
            sizes.add(Pointer.physicalBytes());
          }
        };
    Trainer.fit(table, TINY.with(TINY.learning().withEpochs(250)), watch);
    assertThat(sizes.get(249) - sizes.get(50))
        .as("growth of resident memory over 1,600 steps, after 400 to warm up")
        .isLessThan(24 << 20);
  }

  @Test
  void anEpochLeavesNoTensorBehind() {
    List<Long> counts = new ArrayList<>();
    TrainListener watch =
        new TrainListener() {
          @Override
          public void epoch(int epoch, EpochResult result) {
            counts.add(Pointer.totalCount());
          }
        };
    Trainer.fit(TestData.table(200, 1), TINY.with(TINY.learning().withEpochs(6)), watch);
    assertThat(counts.get(5)).as("native objects, %s", counts).isLessThanOrEqualTo(counts.get(0));
  }

  @Test
  void aScoreThatTheMethodLacksIsRefusedBeforeTraining() {
    TrainOptions options =
        TestData.tiny(1).with(CalibrationOptions.DEFAULT.withScore("max_softmax"));
    TrainListener nobody =
        new TrainListener() {
          @Override
          public void start(TrainingPlan plan) {
            throw new AssertionError("training began");
          }
        };
    assertThatThrownBy(() -> Trainer.fit(TestData.table(100, 1), options, nobody))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("st_rkm has no score 'max_softmax'")
        .hasMessageContaining("kpca_error");
  }
}
