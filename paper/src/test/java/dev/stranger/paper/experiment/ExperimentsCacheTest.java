package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.RequestException;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run finds of earlier ones, and what it leaves to later ones. */
class ExperimentsCacheTest {

  @TempDir private Path folder;
  private SmallExperiments small;

  @BeforeEach
  void makeSets() throws IOException {
    small = SmallExperiments.in(folder);
  }

  @Test
  void aSecondRunTrainsNothingAndSaysTheSame() {
    PaperOptions options =
        SmallExperiments.options(
            Set.of(PaperTable.TABLE1, PaperTable.SAME),
            MethodName.PCA,
            MethodName.KPCA_ERROR,
            MethodName.ISOLATION_FOREST);
    TrainingLog first = new TrainingLog(99);
    Outcome made = small.run(options, first);
    assertThat(first.trained())
        .containsExactlyInAnyOrder(
            "st-rkm 0", "st-rkm 1", "pca 0", "pca 1", "isolation-forest 0", "isolation-forest 1");
    long passes = 2 * SmallExperiments.TINY.epochs() * SmallExperiments.TINY.trainingImages();
    assertThat(first.workload()).isEqualTo(new Workload(6, Map.of(PaperSets.IMAGE, passes)));
    TrainingLog second = new TrainingLog(0);
    Outcome found = small.run(options, second);
    assertThat(second.trained()).isEmpty();
    assertThat(second.workload()).isEqualTo(new Workload(0, Map.of()));
    assertThat(found.results().results()).isEqualTo(made.results().results());
    assertThat(made.results().results())
        .allSatisfy(result -> assertThat(result.measured().count()).isEqualTo(2))
        .allSatisfy(result -> assertThat(result.device()).startsWith("cpu ("));
  }

  @Test
  void aRunThatWasKilledGoesOnWhereItWas() throws IOException {
    PaperOptions options =
        SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.PCA, MethodName.NEIGHBOURS);
    assertThatThrownBy(() -> small.run(options, new TrainingLog(2))).hasMessage("killed");
    assertThat(small.files("models")).hasSize(2);
    TrainingLog second = new TrainingLog(99);
    small.run(options, second);
    assertThat(second.trained()).hasSize(2);
    assertThat(small.files("models")).hasSize(4).allMatch(name -> name.endsWith(".onnx"));
  }

  @Test
  void aTrainingThatIsStoppedSaysHowToGoOn() throws IOException {
    PaperOptions options =
        SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.KPCA_ERROR);
    List<String> notes = new ArrayList<>();
    ExperimentListener.Training stopped =
        new ExperimentListener.Training() {
          @Override
          public boolean stop() {
            return true;
          }

          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    ExperimentListener stopping =
        new ExperimentListener() {
          @Override
          public Training training(String model, long seed) {
            return stopped;
          }
        };
    assertThatThrownBy(() -> small.run(options, stopping))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("the same command goes on");
    assertThat(notes).singleElement().asString().contains("the same command goes on");
    assertThat(small.files("models")).singleElement().asString().endsWith(".checkpoint");
  }

  @Test
  void aCacheAsItIsGivesTheSeedsItHasAndNamesWhatItLacks() {
    Set<PaperTable> table = Set.of(PaperTable.TABLE1);
    PaperOptions two = SmallExperiments.options(table, MethodName.PCA, MethodName.KPCA_ERROR);
    Outcome made = small.run(two, ExperimentListener.NONE);
    PaperOptions more =
        new PaperOptions(
            table,
            true,
            true,
            Set.of(MethodName.PCA, MethodName.KPCA_ERROR, MethodName.GAN),
            List.of("mnist"),
            5,
            SmallExperiments.TINY,
            "cpu",
            0.1,
            null);
    TrainingLog log = new TrainingLog(0);
    Outcome found =
        new Experiments(more, small.catalogue(), Cache.asItIs(folder.resolve("cache")), 1, log)
            .run("test");
    assertThat(log.trained()).isEmpty();
    assertThat(found.results().results()).isEqualTo(made.results().results());
    assertThat(found.results().facts().models())
        .allSatisfy(model -> assertThat(model.seeds()).containsExactly(0L, 1L));
    assertThat(found.results().notes())
        .anySatisfy(
            note ->
                assertThat(note)
                    .contains("left out: gan against mnist")
                    .contains(", attacks/one-score-mnist")
                    .contains(", sensitivity to lambda"));
    assertThat(found.figures().densities()).hasSize(2);
  }

  /** It is looked up by the name that a machine with a GPU would have given it. */
  @Test
  void aCacheAsItIsNeedsNoGpu() {
    PaperOptions cpu = SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.PCA);
    Outcome outcome =
        new Experiments(
                cpu.on("cuda"),
                small.catalogue(),
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
    small.run(
        SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.ROBUST_RKM),
        ExperimentListener.NONE);
    PaperOptions more =
        new PaperOptions(
            Set.of(PaperTable.TABLE1),
            false,
            false,
            Set.of(MethodName.ROBUST_RKM),
            List.of("mnist"),
            1,
            SmallExperiments.TINY,
            "cpu",
            0.2,
            null);
    TrainingLog log = new TrainingLog(99);
    small.run(more, log);
    assertThat(log.trained()).containsExactly("robust-rkm 0");
  }

  @Test
  void aCacheThatCannotBeWrittenIsToldBeforeAnythingIsTrained() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    TrainingLog log = new TrainingLog(99);
    PaperOptions options = SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.PCA);
    assertThatThrownBy(() -> new Experiments(options, small.catalogue(), new Cache(file), 1, log))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("file");
    assertThat(log.trained()).isEmpty();
  }
}
