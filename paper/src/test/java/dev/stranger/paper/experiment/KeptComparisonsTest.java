package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptComparisonsTest {

  @TempDir private Path folder;
  private SmallExperiments small;
  private Path file;

  @BeforeEach
  void makeSets() throws IOException {
    small = SmallExperiments.in(folder);
    file = folder.resolve("comparisons.csv");
  }

  private static PaperOptions options(MethodName... methods) {
    return SmallExperiments.options(Set.of(PaperTable.TABLE1, PaperTable.SAME), methods);
  }

  private Outcome run(PaperOptions options, Cache cache, ExperimentListener listener) {
    KeptComparisons kept = KeptComparisons.in(file);
    return new Experiments(options, small.catalogue(), cache, kept, 1, listener).run("test");
  }

  private Cache cache(String name) {
    return new Cache(folder.resolve(name));
  }

  @Test
  void tablesComeBackWithoutTheCache() {
    PaperOptions options = options(MethodName.PCA, MethodName.FULL_ENERGY, MethodName.KPCA_ERROR);
    Outcome made = run(options, cache("lost"), ExperimentListener.NONE);
    Cache none = Cache.asItIs(folder.resolve("none"));
    Outcome found = run(options, none, new TrainingLog(0));
    assertThat(found.results().results()).isNotEmpty().isEqualTo(made.results().results());
    assertThat(found.results().facts().models()).isEqualTo(made.results().facts().models());
    assertThat(found.results().notes()).isEqualTo(made.results().notes());
  }

  @Test
  void aLaterRunTrainsOnlyWhatIsNewAndKeepsAll() throws IOException {
    run(options(MethodName.PCA), cache("first"), ExperimentListener.NONE);
    List<String> before = Files.readAllLines(file);
    TrainingLog log = new TrainingLog(99);
    Outcome both = run(options(MethodName.PCA, MethodName.NEIGHBOURS), cache("second"), log);
    assertThat(log.trained()).containsExactlyInAnyOrder("neighbours 0", "neighbours 1");
    assertThat(both.results().results())
        .allSatisfy(result -> assertThat(result.measured().count()).isEqualTo(2))
        .extracting(Result::method)
        .contains(MethodName.PCA, MethodName.NEIGHBOURS);
    run(options(MethodName.ISOLATION_FOREST), cache("third"), ExperimentListener.NONE);
    assertThat(Files.readAllLines(file)).hasSizeGreaterThan(before.size()).containsAll(before);
    assertThat(before.get(1)).startsWith("pca,0,fashion-mnist,");
  }

  @Test
  void aLineThatIsNoneIsNamed() throws IOException {
    run(options(MethodName.PCA), cache("first"), ExperimentListener.NONE);
    List<String> lines = Files.readAllLines(file);
    lines.set(2, lines.get(2).replaceFirst("pca,0", "pca,zero"));
    Files.write(file, lines);
    assertThatThrownBy(() -> KeptComparisons.in(file))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("line 3 of %s is no comparison".formatted(file))
        .hasMessageContaining("zero");
  }

  @Test
  void nothingIsWrittenWhereNothingWasCompared() {
    run(options(MethodName.PCA), Cache.asItIs(folder.resolve("none")), ExperimentListener.NONE);
    assertThat(file).doesNotExist();
  }
}
