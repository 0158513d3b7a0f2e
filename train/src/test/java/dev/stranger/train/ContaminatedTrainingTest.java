package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.baseline.Pca;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.suspect.Contamination;
import dev.stranger.train.suspect.Suspect;
import dev.stranger.train.suspect.Suspects;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;

/** Training on samples some of which are strangers. */
class ContaminatedTrainingTest {

  private static final int WIDTH = 6;
  private static final TrainOptions OPTIONS = TestData.tiny(2);

  @TempDir private Path folder;

  private static MemoryDataset normal(int size, long seed) {
    return TestData.table(size, seed);
  }

  /** One row in twenty has four columns of six that are far off, all alike. */
  private static MemoryDataset mix(int size, long seed) {
    MemoryDataset table = normal(size, seed);
    float[][] rows = new float[size][];
    for (int i = 0; i < size; i++) {
      rows[i] = table.sample(i).clone();
      if (i % 20 == 0) {
        rows[i][0] += 4000;
        rows[i][1] += 12;
        rows[i][5] += 12;
        rows[i][4] += 2;
      }
    }
    return MemoryDataset.of("mix", Shape.of(WIDTH), Range.ANY, rows);
  }

  private static TrainedModel fit(MemoryDataset data, Contamination contamination) {
    return Trainer.fit(data, OPTIONS.withContamination(contamination), TrainListener.NONE);
  }

  private static List<Verdict> judge(TrainedModel model, MemoryDataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    try (Detector detector = model.open()) {
      detector.judge(data, (batch, judged) -> verdicts.addAll(judged));
    }
    return verdicts;
  }

  @Test
  void whereNothingCountsHalfTheDetectorIsTheSame() {
    MemoryDataset data = normal(400, 1);
    TrainedModel careful = fit(data, Contamination.of(0));
    assertThat(careful.suspects().halved()).isZero();
    assertThat(judge(careful, normal(50, 2)))
        .isEqualTo(judge(fit(data, Contamination.NONE), normal(50, 2)));
  }

  @Test
  void strangersThatStandOutCountHalfAndHeldOutSamplesAreNotLookedAt() {
    MemoryDataset data = mix(800, 3);
    Split split = Split.of(data, OPTIONS.calibration(), OPTIONS.seed());
    Suspects suspects = fit(data, Contamination.AUTO).suspects();
    long strangers = Arrays.stream(split.fit()).filter(i -> i % 20 == 0).count();
    assertThat(suspects.samples()).isEqualTo(split.fit().length);
    assertThat(suspects.found().stream().filter(s -> s.position() % 20 == 0))
        .hasSize((int) strangers);
    assertThat(suspects.standOut()).isBetween((int) strangers, (int) strangers + 5);
    assertThat(suspects.halved()).isEqualTo(3 * split.fit().length / 10);
    assertThat(suspects.found().stream().map(Suspect::position))
        .doesNotContainAnyElementsOf(IntStream.of(split.heldOut()).boxed().toList());
  }

  @Test
  void strangersLikeThoseThatCountHalfScoreHigher() {
    MemoryDataset data = mix(800, 4);
    List<Verdict> before = judge(fit(data, Contamination.NONE), mix(200, 5));
    for (Contamination cure : List.of(Contamination.AUTO, Contamination.of(0.05))) {
      List<Verdict> after = judge(fit(data, cure), mix(200, 5));
      assertThat(rank(after)).as("%s", cure).isGreaterThan(rank(before));
    }
  }

  /** The AUROC of a mix. */
  private static double rank(List<Verdict> verdicts) {
    double sum = 0;
    int pairs = 0;
    for (int stranger = 0; stranger < verdicts.size(); stranger += 20) {
      for (int i = 0; i < verdicts.size(); i++) {
        if (i % 20 != 0) {
          sum += verdicts.get(stranger).score() > verdicts.get(i).score() ? 1 : 0;
          pairs++;
        }
      }
    }
    return sum / pairs;
  }

  @Test
  void partsAddUpToTheScore() {
    MemoryDataset fresh = mix(100, 12);
    try (Detector detector = fit(mix(400, 4), Contamination.AUTO).open()) {
      for (int i = 0; i < 100; i++) {
        double sum =
            detector.explain(fresh.sample(i)).reasons().parts().stream()
                .mapToDouble(part -> Math.abs(part.amount()))
                .sum();
        assertThat(sum)
            .as("row %d", i)
            .isCloseTo(detector.judge(fresh.sample(i)).score(), withPercentage(0.1));
      }
    }
  }

  @Test
  void theGuaranteeIsAboutTheMix() {
    double rate = OPTIONS.calibration().guarantee().falseAlarmRate();
    double ofMix = 0;
    double ofNormal = 0;
    int trainings = 20;
    for (int seed = 0; seed < trainings; seed++) {
      TrainedModel model =
          Trainer.fit(
              mix(400, 100 + seed),
              TestData.tiny(1).withSeed(seed).withContamination(Contamination.AUTO),
              TrainListener.NONE);
      ofMix += flagged(judge(model, mix(1000, 200 + seed))) / trainings;
      ofNormal += flagged(judge(model, normal(1000, 300 + seed))) / trainings;
    }
    // The rate of a detector with 40 held-out samples has a deviation of 0.034, a mean of 20 0.008.
    assertThat(ofMix).isBetween(rate - 0.03, rate + 0.02);
    assertThat(ofNormal).isLessThan(ofMix);
  }

  private static double flagged(List<Verdict> verdicts) {
    return verdicts.stream().filter(Verdict::ood).count() / (double) verdicts.size();
  }

  @Test
  void whoDoesNotAskIsWarned() {
    List<String> notes = new ArrayList<>();
    TrainListener listener =
        new TrainListener() {
          @Override
          public void note(String words) {
            notes.add(words);
          }
        };
    TrainedModel model = Trainer.fit(mix(800, 8), OPTIONS, listener);
    assertThat(model.suspects().isWarning()).isTrue();
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).contains("samples to learn from look like strangers");
    Trainer.fit(normal(800, 8), OPTIONS, listener);
    assertThat(notes).hasSize(1);
  }

  @Test
  void theCardSaysWhatWasLeftOutWithoutNames() {
    try (Detector detector = fit(mix(800, 9), Contamination.AUTO).open()) {
      String card = detector.metadata().card();
      assertThat(card).contains("\"suspects\":{\"contamination\":\"auto\"");
      assertThat(card).contains(Suspects.GUARANTEE);
    }
    try (Detector detector = fit(normal(400, 9), Contamination.NONE).open()) {
      assertThat(detector.metadata().card()).doesNotContain("suspects");
    }
  }

  @Test
  @DefaultLocale("ar-EG")
  void theCardIsTheSameInEveryLanguage() {
    try (Detector detector = fit(mix(2000, 9), Contamination.AUTO).open()) {
      assertThat(detector.metadata().card())
          .containsPattern("of 1,[0-9]+ samples to learn from look like strangers; the [0-9]+ str")
          .containsPattern("of [0-9]+ altered held-out samples pass: .* [0-9]+ %")
          .containsPattern("cpu .[0-9]+ core")
          .matches("\\p{ASCII}*");
    }
  }

  @Test
  void aTrainingThatWasStoppedGoesOnWithoutTheSuspects() {
    MemoryDataset data = mix(400, 10);
    Path file = folder.resolve("checkpoint");
    TrainOptions options = TestData.tiny(4).withContamination(Contamination.AUTO);
    boolean[] stop = new boolean[1];
    TrainListener stopping =
        new TrainListener() {
          @Override
          public void epoch(int epoch, EpochResult result) {
            stop[0] = epoch == 2;
          }

          @Override
          public boolean stop() {
            return stop[0];
          }
        };
    assertThatThrownBy(
            () -> Trainer.fit(data, options, stopping, new CheckpointFile(file, 1, false)))
        .isInstanceOf(CancellationException.class);
    CheckpointFile resumed = new CheckpointFile(file, 1, true);
    TrainOptions careless = options.withContamination(Contamination.NONE);
    assertThatThrownBy(() -> Trainer.fit(data, careless, TrainListener.NONE, resumed))
        .isInstanceOf(DataException.class);
    TrainedModel model = Trainer.fit(data, options, TrainListener.NONE, resumed);
    assertThat(judge(model, mix(50, 11)))
        .isEqualTo(judge(Trainer.fit(data, options, TrainListener.NONE), mix(50, 11)));
  }

  @Test
  void otherMethodsRefuseAContamination() {
    TrainOptions options = OPTIONS.with(new Pca(false)).withContamination(Contamination.AUTO);
    assertThatThrownBy(() -> Trainer.fit(normal(100, 1), options, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessage("the method pca does not look for suspects; use st_rkm");
  }

  @Test
  void modelsThatLeaveOneSampleOutRefuseAContamination() {
    TrainOptions options = OPTIONS.withContamination(Contamination.AUTO);
    assertThatThrownBy(() -> Trainer.fit(normal(30, 1), options, TrainListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leave one sample out each cannot let suspects count half");
  }

  @Test
  void modelsThatLeaveOneSampleOutLookAtAllSamples() {
    TrainOptions options = OPTIONS.with(OPTIONS.calibration().withLeaveOneOut(true));
    TrainedModel model = Trainer.fit(mix(800, 8), options, TrainListener.NONE);
    assertThat(model.models()).isEqualTo(19);
    assertThat(model.suspects().samples()).isEqualTo(800);
    assertThat(model.suspects().isWarning()).isTrue();
    assertThat(model.suspects().found().stream().filter(s -> s.position() % 20 == 0))
        .hasSizeGreaterThan(20);
    try (Detector detector = model.open()) {
      assertThat(detector.metadata().card()).contains("\"suspects\":{\"contamination\":\"none\"");
    }
    assertThat(fit(normal(30, 1), Contamination.NONE).suspects().samples()).isEqualTo(30);
  }
}
