package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.ModelFacts;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ExperimentsTest {

  @TempDir private Path folder;
  private SmallExperiments small;

  @BeforeEach
  void makeSets() throws IOException {
    small = SmallExperiments.in(folder);
  }

  @Test
  void everyMethodOfTheTableHasItsRowsOverAllSeeds() {
    PaperOptions all =
        new PaperOptions(
            Set.of(PaperTable.TABLE1),
            false,
            false,
            EnumSet.allOf(MethodName.class),
            List.of("mnist"),
            1,
            SmallExperiments.TINY,
            "cpu",
            0.1,
            null);
    Outcome outcome = small.run(all, ExperimentListener.NONE);
    Set<MethodName> expected = EnumSet.allOf(MethodName.class);
    expected.remove(MethodName.VRAE); // for series
    assertThat(outcome.results().notes())
        .contains(
            "fashion-mnist: 200 of the 240 samples of the whole set",
            "fashion-mnist: 50 of the 60 samples of the whole set",
            "mnist: 50 of the 60 samples of the whole set");
    assertThat(outcome.results().results().stream().map(Result::method).collect(Collectors.toSet()))
        .isEqualTo(expected);
    assertThat(outcome.results().results())
        .hasSize(6 * expected.size())
        .allSatisfy(result -> assertThat(result.measured().mean()).isBetween(0.0, 100.0));
  }

  @Test
  void photographsAreLearntInColourAndComparedByTheScoreAndTheEnergiesOfOneModel()
      throws IOException {
    SmallSets.addPhotographs(folder.resolve("data"));
    PaperOptions options =
        new PaperOptions(
            Set.of(PaperTable.PHOTOS),
            false,
            false,
            Set.of(MethodName.ONE_SCORE, MethodName.KPCA_ERROR, MethodName.ISOLATION_FOREST),
            List.of("mnist", "fashion-mnist"),
            1,
            SmallExperiments.TINY,
            "cpu",
            0.1,
            null);
    Outcome outcome = small.run(options, ExperimentListener.NONE);
    assertThat(outcome.results().results())
        .hasSize(2 * 3 * 5)
        .allMatch(result -> result.in().equals("cifar10") && result.published() == null)
        .extracting(Result::out)
        .containsOnly("fashion-mnist", "mnist");
    assertThat(outcome.results().facts().models())
        .extracting(ModelFacts::name)
        .containsExactly("one-score-photos", "isolation-forest-photos");
    assertThat(outcome.results().facts().data().get("cifar10:train"))
        .startsWith("cifar10:train (1 of 5 files), 200 of 240 samples of 3x32x32");
    assertThat(outcome.results().notes())
        .contains("cifar10:train: 200 of the 50,000 samples of the whole set");
  }

  @Test
  void setsWithoutARowAreRefused() {
    PaperOptions options =
        new PaperOptions(
            Set.of(PaperTable.TABLE1),
            false,
            false,
            Set.of(MethodName.PCA),
            List.of("fashion-mnist"),
            1,
            SmallExperiments.TINY,
            "cpu",
            0.1,
            null);
    assertThatThrownBy(() -> small.run(options, ExperimentListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "no row of [table1] comes from the methods [pca] and the sets [fashion-mnist];"
                + " choose others");
  }

  /** Networks, noise and all: each training has random numbers of its own. */
  @Test
  void modelsTrainedAtOnceAreThoseTrainedAlone() {
    PaperOptions options =
        SmallExperiments.options(
            Set.of(PaperTable.TABLE1),
            MethodName.KPCA_ERROR,
            MethodName.VAE,
            MethodName.GAN,
            MethodName.LIU2020_FINETUNED);
    Outcome alone = small.run(options, "alone", 1, ExperimentListener.NONE);
    Outcome together = small.run(options, "together", 4, ExperimentListener.NONE);
    assertThat(together.results().results()).isEqualTo(alone.results().results());
  }

  /** Who is at work then is neither waited for nor interrupted, and nobody else begins. */
  @Test
  @Timeout(60)
  void aMishapIsToldWhileOthersAreAtWork() throws Exception {
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    List<String> begun = new CopyOnWriteArrayList<>();
    ExperimentListener failing =
        new ExperimentListener() {
          @Override
          public Training training(String model, long seed) {
            begun.add(model + " " + seed);
            if (model.equals("pca")) {
              await(atWork);
              throw new IllegalStateException("killed");
            }
            atWork.countDown();
            await(told);
            return ExperimentListener.super.training(model, seed);
          }
        };
    PaperOptions options =
        SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.PCA, MethodName.NEIGHBOURS);
    assertThatThrownBy(() -> small.run(options, "cache", 2, failing)).hasMessage("killed");
    told.countDown();
    Path judged = folder.resolve("cache").resolve("comparisons");
    while (!Files.exists(judged) || small.files("comparisons").stream().noneMatch(isComplete())) {
      Thread.sleep(5);
    }
    assertThat(begun).containsExactlyInAnyOrder("pca 0", "neighbours 0");
  }

  private static Predicate<String> isComplete() {
    return name -> name.startsWith("neighbours-0") && name.endsWith(".bin");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void baselinesHaveEpochsOfTheirOwn() {
    Outcome outcome =
        small.run(
            SmallExperiments.options(
                Set.of(PaperTable.TABLE1), MethodName.KPCA_ERROR, MethodName.VAE),
            ExperimentListener.NONE);
    assertThat(outcome.results().results())
        .allSatisfy(
            result ->
                assertThat(result.epochs()).isEqualTo(result.method() == MethodName.VAE ? 1 : 2));
  }

  @Test
  void figuresAndAttacksComeFromTheCacheToo() {
    PaperOptions options =
        new PaperOptions(
            Set.of(),
            true,
            true,
            Set.of(MethodName.ONE_SCORE, MethodName.FULL_ENERGY),
            List.of("mnist"),
            1,
            SmallExperiments.TINY,
            "cpu",
            0.1,
            null);
    TrainingLog first = new TrainingLog(99);
    Outcome made = small.run(options, first);
    // The published lambda and the last number of epochs are the model of the tables.
    assertThat(first.trained())
        .containsExactlyInAnyOrder("one-score 0", "st-rkm 0", "st-rkm-lambda-10 0", "st-rkm 0");
    assertThat(made.figures().densities()).hasSize(2);
    assertThat(made.figures().same()).hasSize(2);
    // lambda and epochs for two energies each, and the attack
    assertThat(made.figures().curves()).hasSize(5);
    assertThat(made.figures().curves())
        .filteredOn(figure -> figure.x().equals("epochs"))
        .hasSize(2)
        .allSatisfy(figure -> assertThat(figure.lines().get(0).x()).containsExactly(1, 2));
    assertThat(made.results().facts().models())
        .extracting(ModelFacts::name)
        .containsExactly("one-score", "st-rkm", "st-rkm-lambda-10-2-epochs", "st-rkm-1-epochs");
    TrainingLog second = new TrainingLog(0);
    assertThat(small.run(options, second).figures().curves()).hasSize(5);
    assertThat(second.trained()).isEmpty();
  }

  @Test
  void methodsWithoutARowInTheTablesAreToldOf() {
    PaperOptions options = SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.VRAE);
    assertThatThrownBy(() -> small.run(options, ExperimentListener.NONE))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("[vrae]");
  }

  @Test
  void figuresOfModelsThatFailAreLeftOutWithANote() {
    PaperOptions options =
        new PaperOptions(
            Set.of(),
            true,
            true,
            Set.of(MethodName.PCA),
            List.of("mnist"),
            1,
            SmallExperiments.TINY,
            "cpu",
            0.1,
            null);
    ExperimentListener failing =
        new ExperimentListener() {
          @Override
          public Training training(String model, long seed) {
            if (!model.equals("pca")) {
              throw new DataException("it diverged");
            }
            return ExperimentListener.super.training(model, seed);
          }
        };
    Outcome outcome = small.run(options, failing);
    assertThat(outcome.figures().densities()).hasSize(1);
    assertThat(outcome.figures().curves()).isEmpty();
    assertThat(outcome.results().notes())
        .filteredOn(note -> note.contains("is missing"))
        .hasSize(3)
        .allMatch(note -> note.endsWith("it diverged"));
  }
}
