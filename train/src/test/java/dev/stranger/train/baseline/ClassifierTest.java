package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Verdict;
import dev.stranger.metric.RankMetrics;
import dev.stranger.prepare.Resize;
import dev.stranger.score.Detector;
import dev.stranger.train.Interrupted;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifierTest {

  private static final Classifier ALL = Classifier.DEFAULT.withEnergies(ClassifierEnergy.values());

  @TempDir Path folder;

  private static TrainOptions options(Classifier method, int epochs) {
    TrainOptions tiny = TestData.tiny(epochs);
    LearningOptions learning = tiny.learning().withRates(3e-3, 1e-3, Schedule.CONSTANT);
    return tiny.with(method).with(learning).withSeed(1);
  }

  private static TrainedModel fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE);
  }

  private static List<Verdict> judge(Detector detector, Dataset data) {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(data, (batch, some) -> verdicts.addAll(some));
    return verdicts;
  }

  private static double[] energies(Detector detector, Dataset data, ClassifierEnergy energy) {
    return judge(detector, data).stream()
        .mapToDouble(verdict -> verdict.energies().of(energy.key()))
        .toArray();
  }

  private static double fact(Detector detector, String name) {
    Matcher number =
        Pattern.compile("\"%s\":([0-9.E-]+)".formatted(name)).matcher(detector.metadata().card());
    assertThat(number.find()).as("card: %s", detector.metadata().card()).isTrue();
    return Double.parseDouble(number.group(1));
  }

  @Test
  void itLearnsTheClassesAndFindsWhatLiesBetweenThemStrange() {
    MemoryDataset normal = Clusters.normal(500, 2);
    MemoryDataset strange = Clusters.strange(500, 3);
    try (Detector detector = fit(Clusters.normal(900, 1), options(ALL, 20)).open()) {
      assertThat(fact(detector, "accuracy")).isGreaterThan(0.95);
      assertThat(fact(detector, "share_of_largest_class")).isLessThan(0.5);
      assertThat(fact(detector, "classes")).as("labels without samples").isEqualTo(3);
      for (ClassifierEnergy energy : ClassifierEnergy.values()) {
        double auroc =
            RankMetrics.of(energies(detector, normal, energy), energies(detector, strange, energy))
                .auroc();
        assertThat(auroc).as("AUROC of %s, seed 1", energy.key()).isGreaterThan(0.8);
      }
    }
  }

  @Test
  void theFirstEnergyIsTheScoreAndNormalSamplesRaiseFewAlarms() {
    Classifier odin = ALL.withEnergies(ClassifierEnergy.ODIN, ClassifierEnergy.ENERGY);
    try (Detector detector = fit(Clusters.normal(1500, 1), options(odin, 8)).open()) {
      List<Verdict> verdicts = judge(detector, Clusters.normal(2000, 2));
      assertThat(verdicts)
          .allSatisfy(one -> assertThat(one.score()).isEqualTo(one.energies().of("odin")));
      double alarms = verdicts.stream().filter(Verdict::ood).count() / 2000.0;
      assertThat(alarms).as("share of false alarms, guaranteed 0.05").isBetween(0.01, 0.1);
      assertThat(detector.verify()).isEmpty();
    }
  }

  @Test
  void imagesAndSeriesOfEveryNetworkAreJudged() {
    Dataset images = TestData.images("sprites:size=300", 16);
    Dataset series = TestData.open("heartbeats:normal,premature-ventricular,size=200");
    for (Dataset data : List.of(images, series)) {
      try (Detector detector = fit(data, options(ALL, 2)).open()) {
        assertThat(judge(detector, data)).allSatisfy(one -> assertThat(one.score()).isFinite());
      }
    }
    TrainOptions lstm =
        options(Classifier.DEFAULT, 2)
            .with(NetworkOptions.DEFAULT.withKind(Kind.RECURRENT).withSizes(4, 8, 8));
    assertThat(fit(series, lstm).curve()).hasSize(2);
  }

  @Test
  void valuesBeyondAllMeasureGetNumbers() {
    try (Detector detector = fit(Clusters.normal(300, 1), options(ALL, 2)).open()) {
      for (float far : new float[] {1e10f, -1e30f, Float.MAX_VALUE}) {
        assertThat(detector.judge(new float[] {far, 0, -far, 0, 0, far}).energies().values())
            .as("energies of %s", far)
            .doesNotContain(Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
      }
    }
  }

  @Test
  void strangersAreMadeOfImagesWhoseRangeIsNotKnown() {
    Dataset images = TestData.images("sprites:size=200", 16);
    Dataset any = new Described(images, images.header().withValues(images.shape(), Range.ANY));
    assertThat(fit(any, options(exposedTo(Strangers.made()), 1)).curve()).hasSize(1);
  }

  /** A set that says something else of itself. */
  private record Described(Dataset data, Header header) implements Dataset {
    @Override
    public Cursor open() {
      return data.open();
    }
  }

  @Test
  void aRecurrentNetworkWithoutGradientsIsRefusedBeforeItIsTrained() {
    TrainOptions lstm =
        options(ALL, 1_000_000).with(NetworkOptions.DEFAULT.withKind(Kind.RECURRENT));
    assertThatThrownBy(
            () -> fit(TestData.open("heartbeats:normal,premature-ventricular,size=200"), lstm))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("gradients cannot be written through a recurrent network");
  }

  @Test
  void dataWithoutTwoLabelsIsRefused() {
    TrainOptions options = options(Classifier.DEFAULT, 1);
    assertThatThrownBy(() -> fit(TestData.table(200, 1), options))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("table has samples without a label");
    assertThatThrownBy(() -> fit(TestData.heartbeats(200, 1), options))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("all have the label 'normal'; a classifier needs two labels or more");
  }

  @Test
  void energyMarginsPushStrangersApart() {
    MemoryDataset strange = Clusters.strange(300, 4);
    Exposure exposure = Exposure.energyMargins(Strangers.given(strange));
    Exposure.EnergyMargins margins = new Exposure.EnergyMargins(0.1, -12, -5);
    double plain = gap(null);
    double exposed = gap(new Exposure(margins, exposure.strangers(), 0.5));
    assertThat(exposed).as("gap of energies, %s without", plain).isGreaterThan(plain + 3);
  }

  /** How far apart the energies of strangers and normal samples lie. */
  private static double gap(Exposure exposure) {
    Classifier method = Classifier.DEFAULT.withExposure(exposure);
    try (Detector detector = fit(Clusters.normal(600, 1), options(method, 20)).open()) {
      assertThat(fact(detector, "accuracy")).isGreaterThan(0.9);
      return mean(detector, Clusters.strange(200, 5), ClassifierEnergy.ENERGY)
          - mean(detector, Clusters.normal(200, 2), ClassifierEnergy.ENERGY);
    }
  }

  private static double mean(Detector detector, Dataset data, ClassifierEnergy energy) {
    return Arrays.stream(energies(detector, data, energy)).average().orElseThrow();
  }

  @Test
  void uniformExposureTeachesDoubt() {
    Strangers strange = Strangers.given(Clusters.strange(300, 4));
    Classifier plain = Classifier.DEFAULT;
    Classifier exposed = plain.withExposure(new Exposure(new Exposure.Uniform(0.5), strange, 0.5));
    try (Detector before = fit(Clusters.normal(600, 1), options(plain, 20)).open();
        Detector after = fit(Clusters.normal(600, 1), options(exposed, 20)).open()) {
      MemoryDataset between = Clusters.strange(200, 5);
      double doubt = mean(after, between, ClassifierEnergy.MAX_SOFTMAX);
      assertThat(doubt)
          .as("of at most two thirds")
          .isBetween(0.45, 2 / 3.0)
          .isGreaterThan(mean(before, between, ClassifierEnergy.MAX_SOFTMAX) + 0.1);
    }
  }

  @Test
  void strangersComeInTheLastEpochsAlone() {
    Exposure exposure = Exposure.uniform(Strangers.made());
    assertThat(exposure.begins(100)).isEqualTo(90);
    assertThat(exposure.begins(3)).isEqualTo(2);
    assertThat(exposure.begins(1)).isZero();
    MemoryDataset data = Clusters.normal(300, 1);
    TrainOptions plain = options(Classifier.DEFAULT, 4);
    TrainOptions exposed = options(Classifier.DEFAULT.withExposure(exposure), 4);
    assertThat(fit(data, exposed).curve().subList(0, 3))
        .isEqualTo(fit(data, plain).curve().subList(0, 3));
    assertThat(fit(data, exposed).curve().get(3)).isNotEqualTo(fit(data, plain).curve().get(3));
  }

  @Test
  void stoppedAnywhereAndResumedGivesTheSameBytes() {
    MemoryDataset data = Clusters.normal(300, 1);
    Exposure exposure = new Exposure(new Exposure.Uniform(0.5), Strangers.made(), 0.4);
    TrainOptions options = options(ALL.withExposure(exposure), 4); // of 3 steps, half with them
    byte[] unbroken = fit(data, options).model();
    for (int steps : new int[] {2, 6, 7, 8}) {
      assertThat(Interrupted.fit(data, options, steps, folder).model())
          .as("stopped after step %d", steps)
          .isEqualTo(unbroken);
    }
  }

  @Test
  void itDoesNotGoOnWithOtherLabels() {
    MemoryDataset data = Clusters.normal(300, 1);
    TrainOptions options = options(Classifier.DEFAULT, 2);
    Path file = folder.resolve("checkpoint");
    Trainer.fit(data, options, TrainListener.NONE, new CheckpointFile(file, 1, false));
    CheckpointFile resume = new CheckpointFile(file, 1, true);
    assertThatThrownBy(() -> Trainer.fit(new Mirrored(data), options, TrainListener.NONE, resume))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("belongs to another training");
  }

  /** The same samples with the first label for the last. */
  private record Mirrored(Dataset data) implements Dataset {
    @Override
    public Header header() {
      return data.header();
    }

    @Override
    public Cursor open() {
      return new MirroredCursor(data.open(), labelNames().size());
    }
  }

  private record MirroredCursor(Cursor samples, int labels) implements Cursor {
    @Override
    public boolean next(float[] target, int offset) {
      return samples.next(target, offset);
    }

    @Override
    public int label() {
      return labels - samples.label();
    }

    @Override
    public void close() {
      samples.close();
    }
  }

  @Test
  void strangersThatDoNotFitAreRefused() {
    MemoryDataset data = Clusters.normal(300, 1);
    Strangers beats = Strangers.given(TestData.heartbeats(20, 1));
    assertThatThrownBy(() -> fit(data, options(exposedTo(beats), 1)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has samples of 1x140, clusters of 6; both must be alike");
    Dataset images = TestData.images("sprites:size=200", 16);
    Strangers levels = Strangers.given(TestData.open("strokes:size=20").map(Resize.to(16, 16)));
    assertThatThrownBy(() -> fit(images, options(exposedTo(levels), 1)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has values in [0, 1]: scale both alike");
    TrainOptions early = options(exposedTo(Strangers.made()), 9);
    assertThatThrownBy(() -> fit(data, early.with(early.learning().withPatience(2))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("leave out the patience");
  }

  private static Classifier exposedTo(Strangers strangers) {
    return Classifier.DEFAULT.withExposure(Exposure.uniform(strangers));
  }

  @Test
  void theTextNamesEverythingThatDetermines() {
    String one = exposedTo(Strangers.given(Clusters.strange(20, 1))).toString();
    assertThat(exposedTo(Strangers.given(Clusters.strange(20, 1)))).hasToString(one);
    assertThat(exposedTo(Strangers.given(Clusters.strange(20, 2))).toString()).isNotEqualTo(one);
    assertThat(one).contains("clusters, 20 samples, sha256 ").contains("weight=0.5");
    assertThat(ALL.withTemperature(3).toString()).isNotEqualTo(ALL.toString());
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> ALL.withEnergies())
        .hasMessageContaining("a classifier needs one energy or more");
    assertThatThrownBy(() -> ALL.withTemperature(0))
        .hasMessage("the temperature cannot be 0.0; choose a positive one");
    assertThatThrownBy(() -> ALL.withOdin(1000, -1)).isInstanceOf(DataException.class);
    assertThatThrownBy(() -> new Exposure.EnergyMargins(0.1, -5, -23))
        .hasMessageContaining("must be below that of strangers, got -5.0 and -23.0");
  }
}
