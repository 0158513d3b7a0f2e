package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Energies;
import dev.stranger.MemoryDataset;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.Interrupted;
import dev.stranger.train.TestData;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions.Schedule;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.nio.file.Path;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaeTest {

  private static final Vae ALL = Vae.DEFAULT.withEnergies(VaeEnergy.values());
  private static final String ERROR = VaeEnergy.RECONSTRUCTION_ERROR.key();

  @TempDir Path folder;

  private static TrainOptions options(Vae method, int epochs) {
    TrainOptions tiny = TestData.tiny(epochs);
    return tiny.with(method).with(tiny.learning().withRates(2e-3, 1e-3, Schedule.CONSTANT));
  }

  private static TrainOptions withSteps(TrainOptions options, int batch, double rate) {
    return options.with(
        options.learning().withBatchSize(batch).withRates(rate, 1e-3, Schedule.CONSTANT));
  }

  private static Detector fit(Dataset data, TrainOptions options) {
    return Trainer.fit(data, options, TrainListener.NONE).open();
  }

  @Test
  void itLearnsWhichValuesGoTogether() {
    MemoryDataset fresh = TestData.table(500, 2);
    MemoryDataset shuffled = Samples.shuffledColumns(fresh, 3);
    for (long seed = 0; seed < 2; seed++) {
      TrainOptions options = options(Vae.DEFAULT.withPublishedWeighting(), 60).withSeed(seed);
      try (Detector detector = fit(TestData.table(600, 1), options)) {
        Judged normal = Judged.of(detector, fresh);
        // One epoch gives 0.57.
        assertThat(normal.auroc(Judged.of(detector, shuffled), ERROR))
            .as("AUROC, seed %d", seed)
            .isGreaterThan(0.9);
      }
    }
  }

  @Test
  void theElboTeachesToRebuildUnseenImages() {
    MemoryDataset fresh = Samples.quarters(200, 2);
    TrainOptions options = withSteps(options(Vae.DEFAULT, 20), 32, 5e-3);
    try (Detector detector = fit(Samples.quarters(300, 1), options)) {
      // A network that heeds no z is off by the variance.
      assertThat(Judged.of(detector, fresh).mean(ERROR))
          .as("squared error, seed 0")
          .isLessThan(0.65 * Samples.variance(fresh));
    }
  }

  @Test
  void onTheRecurrentNetworkItLearnsSeries() {
    MemoryDataset fresh = Samples.shortBeats("normal", 200, 2);
    MemoryDataset inverted = Samples.shortBeats("inverted-t", 200, 3);
    for (long seed = 0; seed < 2; seed++) {
      TrainOptions plain = withSteps(options(Vae.DEFAULT, 15), 16, 1e-2).withSeed(seed);
      TrainOptions vrae = plain.with(plain.network().withKind(Kind.RECURRENT));
      try (Detector detector = fit(Samples.shortBeats("normal", 200, 1), vrae)) {
        Judged normal = Judged.of(detector, fresh);
        String run = "seed " + seed;
        // One epoch gives 27.8 of the 28 values, and 0.57.
        assertThat(normal.mean(ERROR)).as("squared error, %s", run).isLessThan(0.6 * 28);
        assertThat(normal.auroc(Judged.of(detector, inverted), ERROR))
            .as("AUROC, %s", run)
            .isGreaterThan(0.9);
      }
    }
  }

  @Test
  void normalSamplesRaiseFewAlarms() {
    try (Detector detector = fit(TestData.table(1500, 1), options(ALL, 10))) {
      assertThat(Judged.of(detector, TestData.table(2000, 2)).alarms())
          .as("share of false alarms, guaranteed 0.05")
          .isBetween(0.01, 0.1);
      assertThat(detector.verify()).isEmpty();
    }
  }

  @Test
  void anEnergyDoesNotDependOnTheBatch() {
    MemoryDataset table = TestData.table(200, 1);
    try (Detector detector = fit(table, options(ALL, 5))) {
      Judged together = Judged.of(detector, table);
      for (int i = 0; i < 20; i++) {
        Energies alone = detector.judge(table.sample(i)).energies();
        for (String key : alone.names()) {
          assertThat(alone.of(key))
              .isCloseTo(
                  together.verdicts().get(i).energies().of(key), Percentage.withPercentage(1e-3));
        }
      }
    }
  }

  @Test
  void theFirstEnergyIsTheScoreAndOthersAreLeftOut() {
    Vae chosen = ALL.withEnergies(VaeEnergy.NEGATIVE_ELBO, VaeEnergy.RECONSTRUCTION_ERROR);
    try (Detector detector = fit(TestData.table(200, 1), options(chosen, 5))) {
      Verdict verdict = detector.judge(TestData.table(1, 2).sample(0));
      assertThat(verdict.energies().names())
          .containsExactly("negative_elbo", "reconstruction_error");
      assertThat(verdict.score()).isEqualTo(verdict.energies().of("negative_elbo"));
    }
  }

  @Test
  void theReconstructionHasTheErrorThatIsTold() {
    MemoryDataset images = TestData.images("sprites:size=200", 16).inMemory();
    try (Detector detector = fit(images, options(ALL, 3))) {
      float[] made = detector.reconstruct(images.sample(0), 1);
      double sum = 0;
      for (int i = 0; i < made.length; i++) {
        sum += Math.pow(made[i] - images.sample(0)[i], 2);
      }
      assertThat((double) detector.judge(images.sample(0)).energies().of(ERROR))
          .isCloseTo(sum, Percentage.withPercentage(1e-3));
    }
  }

  @Test
  void valuesBeyondAllMeasureAreJudgedAsStrangers() {
    try (Detector detector = fit(TestData.table(300, 1), options(ALL, 5))) {
      for (float far : new float[] {1e10f, -1e30f, Float.MAX_VALUE}) {
        Verdict verdict = detector.judge(new float[] {far, 0, 0, 0, 5, 0});
        assertThat(verdict.ood()).as("value %s", far).isTrue();
        assertThat(verdict.energies().values()).doesNotContain(Float.NaN).hasSize(3);
        for (float energy : verdict.energies().values()) {
          assertThat(energy).isFinite();
        }
      }
    }
  }

  @Test
  void stoppedAnywhereAndResumedGivesTheSameBytes() {
    MemoryDataset table = TestData.table(300, 1);
    TrainOptions options = options(ALL, 3); // of 3 steps
    byte[] unbroken = Trainer.fit(table, options, TrainListener.NONE).model();
    for (int steps : new int[] {1, 3, 5}) {
      assertThat(Interrupted.fit(table, options, steps, folder).model())
          .as("stopped after step %d", steps)
          .isEqualTo(unbroken);
    }
  }

  @Test
  void theTextNamesEverythingThatDetermines() {
    assertThat(ALL.withPublishedWeighting().toString()).isNotEqualTo(ALL.toString());
    assertThat(ALL.withDraws(3).toString()).isNotEqualTo(ALL.toString());
    assertThat(Vae.DEFAULT.toString()).isNotEqualTo(ALL.toString());
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> ALL.withEnergies()).isInstanceOf(DataException.class);
    assertThatThrownBy(() -> ALL.withEnergies(VaeEnergy.NEGATIVE_ELBO, VaeEnergy.NEGATIVE_ELBO))
        .hasMessageStartingWith("a VAE needs one energy or more, each once, got [NEG");
    assertThatThrownBy(() -> ALL.withDraws(0))
        .hasMessage("the number of draws must be positive, got 0");
  }
}
