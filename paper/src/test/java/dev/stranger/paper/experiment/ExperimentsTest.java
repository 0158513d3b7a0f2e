package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ExperimentsTest {

  private static final Effort TINY =
      new Effort(200, 50, 2, 2, 1, false, 8, 2, new Effort.Sweep(List.of(10, 100), List.of(1, 9)));

  @TempDir private Path folder;
  private Catalogue catalogue;

  @BeforeEach
  void makeSets() throws IOException {
    catalogue = SmallSets.in(folder.resolve("data"));
  }

  private Outcome run(PaperOptions options, ExperimentListener listener) {
    return run(options, "cache", 1, listener);
  }

  private Outcome run(PaperOptions options, String folders, int atOnce, ExperimentListener heard) {
    Cache cache = new Cache(folder.resolve(folders));
    return new Experiments(options, catalogue, cache, atOnce, heard).run("test");
  }

  private static PaperOptions options(Set<PaperTable> tables, MethodName... methods) {
    return new PaperOptions(
        tables, false, false, Set.of(methods), List.of("mnist"), 2, TINY, "cpu", 0.1, null);
  }

  /** Remembers what was trained, and may be killed. */
  private static final class Log implements ExperimentListener {

    private final List<String> trained = new ArrayList<>();
    private int left;

    Log(int left) {
      this.left = left;
    }

    @Override
    public Training training(String model, long seed) {
      if (left-- == 0) {
        throw new IllegalStateException("killed");
      }
      trained.add(model + " " + seed);
      return ExperimentListener.super.training(model, seed);
    }
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
            TINY,
            "cpu",
            0.1,
            null);
    Outcome outcome = run(all, ExperimentListener.NONE);
    Set<MethodName> expected = EnumSet.allOf(MethodName.class);
    expected.remove(MethodName.VRAE); // for series
    assertThat(outcome.results().notes())
        .containsExactly(
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
  void aSecondRunTrainsNothingAndSaysTheSame() {
    PaperOptions options =
        options(
            Set.of(PaperTable.TABLE1, PaperTable.SAME),
            MethodName.PCA,
            MethodName.KPCA_ERROR,
            MethodName.ISOLATION_FOREST);
    Log first = new Log(99);
    Outcome made = run(options, first);
    assertThat(first.trained)
        .containsExactlyInAnyOrder(
            "st-rkm 0", "st-rkm 1", "pca 0", "pca 1", "isolation-forest 0", "isolation-forest 1");
    Log second = new Log(0);
    Outcome found = run(options, second);
    assertThat(second.trained).isEmpty();
    assertThat(found.results().results()).isEqualTo(made.results().results());
    assertThat(made.results().results())
        .allSatisfy(result -> assertThat(result.measured().count()).isEqualTo(2))
        .allSatisfy(result -> assertThat(result.device()).startsWith("cpu ("));
  }

  /** Networks, noise and all: each training has random numbers of its own. */
  @Test
  void modelsTrainedAtOnceAreThoseTrainedAlone() {
    PaperOptions options =
        options(
            Set.of(PaperTable.TABLE1),
            MethodName.KPCA_ERROR,
            MethodName.VAE,
            MethodName.GAN,
            MethodName.LIU2020_FINETUNED);
    Outcome alone = run(options, "alone", 1, ExperimentListener.NONE);
    Outcome together = run(options, "together", 4, ExperimentListener.NONE);
    assertThat(together.results().results()).isEqualTo(alone.results().results());
  }

  @Test
  void aRunThatWasKilledGoesOnWhereItWas() throws IOException {
    PaperOptions options =
        options(Set.of(PaperTable.TABLE1), MethodName.PCA, MethodName.NEIGHBOURS);
    assertThatThrownBy(() -> run(options, new Log(2))).hasMessage("killed");
    assertThat(files("models")).hasSize(2);
    Log second = new Log(99);
    run(options, second);
    assertThat(second.trained).hasSize(2);
    assertThat(files("models")).hasSize(4).allMatch(name -> name.endsWith(".onnx"));
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
        options(Set.of(PaperTable.TABLE1), MethodName.PCA, MethodName.NEIGHBOURS);
    assertThatThrownBy(() -> run(options, "cache", 2, failing)).hasMessage("killed");
    told.countDown();
    Path judged = folder.resolve("cache").resolve("comparisons");
    while (!Files.exists(judged) || files("comparisons").stream().noneMatch(isComplete())) {
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
        run(
            options(Set.of(PaperTable.TABLE1), MethodName.KPCA_ERROR, MethodName.VAE),
            ExperimentListener.NONE);
    assertThat(outcome.results().results())
        .allSatisfy(
            result ->
                assertThat(result.epochs()).isEqualTo(result.method() == MethodName.VAE ? 1 : 2));
  }

  @Test
  void aCacheAsItIsGivesTheSeedsItHasAndNamesWhatItLacks() {
    Set<PaperTable> table = Set.of(PaperTable.TABLE1);
    PaperOptions two = options(table, MethodName.PCA, MethodName.KPCA_ERROR);
    Outcome made = run(two, ExperimentListener.NONE);
    PaperOptions more =
        new PaperOptions(
            table,
            true,
            true,
            Set.of(MethodName.PCA, MethodName.KPCA_ERROR, MethodName.GAN),
            List.of("mnist"),
            5,
            TINY,
            "cpu",
            0.1,
            null);
    Log log = new Log(0);
    Outcome found =
        new Experiments(more, catalogue, Cache.asItIs(folder.resolve("cache")), 1, log).run("test");
    assertThat(log.trained).isEmpty();
    assertThat(found.results().results()).isEqualTo(made.results().results());
    assertThat(found.results().facts().models())
        .allSatisfy(model -> assertThat(model.seeds()).containsExactly(0L, 1L));
    assertThat(found.results().notes())
        .anyMatch(note -> note.contains("left out: gan against mnist"))
        .anyMatch(note -> note.contains("attacks/one-score-mnist"));
    assertThat(found.figures().densities()).hasSize(2);
  }

  /** It is looked up by the name that a machine with a GPU would have given it. */
  @Test
  void aCacheAsItIsNeedsNoGpu() {
    PaperOptions cpu = options(Set.of(PaperTable.TABLE1), MethodName.PCA);
    Outcome outcome =
        new Experiments(
                cpu.on("cuda"),
                catalogue,
                Cache.asItIs(folder.resolve("none")),
                1,
                ExperimentListener.NONE)
            .run("test");
    assertThat(outcome.results().results()).isEmpty();
    assertThat(outcome.results().facts().device()).isEqualTo("cuda:0");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void otherSettingsAreOtherModels() {
    run(options(Set.of(PaperTable.TABLE1), MethodName.ROBUST_RKM), ExperimentListener.NONE);
    PaperOptions more =
        new PaperOptions(
            Set.of(PaperTable.TABLE1),
            false,
            false,
            Set.of(MethodName.ROBUST_RKM),
            List.of("mnist"),
            1,
            TINY,
            "cpu",
            0.2,
            null);
    Log log = new Log(99);
    run(more, log);
    assertThat(log.trained).containsExactly("robust-rkm 0");
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
            TINY,
            "cpu",
            0.1,
            null);
    Log first = new Log(99);
    Outcome made = run(options, first);
    // The published lambda and the last number of epochs are the model of the tables.
    assertThat(first.trained)
        .containsExactlyInAnyOrder("one-score 0", "st-rkm 0", "st-rkm-lambda-10 0", "st-rkm 0");
    assertThat(made.figures().densities()).hasSize(2);
    assertThat(made.figures().same()).hasSize(2);
    // lambda and epochs for two energies each, and the attack
    assertThat(made.figures().curves()).hasSize(5);
    assertThat(made.figures().curves())
        .filteredOn(figure -> figure.x().equals("epochs"))
        .hasSize(2)
        .allSatisfy(figure -> assertThat(figure.lines().get(0).x()).containsExactly(1, 2));
    Log second = new Log(0);
    assertThat(run(options, second).figures().curves()).hasSize(5);
    assertThat(second.trained).isEmpty();
  }

  @Test
  void aCacheThatCannotBeWrittenIsToldBeforeAnythingIsTrained() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    Log log = new Log(99);
    PaperOptions options = options(Set.of(PaperTable.TABLE1), MethodName.PCA);
    assertThatThrownBy(() -> new Experiments(options, catalogue, new Cache(file), 1, log))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("file");
    assertThat(log.trained).isEmpty();
  }

  @Test
  void methodsWithoutARowInTheTablesAreToldOf() {
    PaperOptions options = options(Set.of(PaperTable.TABLE1), MethodName.VRAE);
    assertThatThrownBy(() -> run(options, ExperimentListener.NONE))
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
            TINY,
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
    Outcome outcome = run(options, failing);
    assertThat(outcome.figures().densities()).hasSize(1);
    assertThat(outcome.figures().curves()).isEmpty();
    assertThat(outcome.results().notes())
        .filteredOn(note -> note.contains("is missing"))
        .hasSize(3)
        .allMatch(note -> note.endsWith("it diverged"));
  }

  private List<String> files(String kind) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache").resolve(kind))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
