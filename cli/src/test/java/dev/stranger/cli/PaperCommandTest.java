package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.cli.CommandLineTest.Outcome;
import dev.stranger.paper.MethodName;
import dev.stranger.train.NamedMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperCommandTest {

  @TempDir private Path folder;

  private static Outcome paper(String words) {
    return CommandLineTest.run(("paper " + words).split(" "));
  }

  /**
   * The rows of the paper's own method are its scores, and have their names. The paper has no
   * features of networks.
   */
  @Test
  void aMethodHasTheSameNameInTrainAndInPaper() {
    List<String> rows = Arrays.stream(MethodName.values()).map(MethodName::key).toList();
    assertThat(rows).allMatch(key -> key.matches("[a-z_]+"));
    assertThat(Arrays.stream(NamedMethod.values()).map(Converters::word))
        .filteredOn(name -> !name.equals("st_rkm") && !name.equals("features"))
        .isSubsetOf(rows);
  }

  /** A small part of what {@code stranger paper all --quick} does. */
  @Test
  @Tag("slow")
  void aPartOfTableOneIsRepeatedAndFoundAgain() throws IOException {
    assumeTrue(System.getenv("STRANGER_DATA") != null, "STRANGER_DATA is not set");
    String words =
        "table1 same --quick --methods pca,pca_published,isolation_forest --sets mnist"
            + " --device cpu --cache %s --report %s"
                .formatted(folder.resolve("cache"), folder.resolve("report"));
    Outcome first = paper(words);
    assertThat(first.err()).isEmpty();
    assertThat(first.out()).contains("pca-published, seed 0", "Fashion-MNIST against MNIST");
    assertThat(Files.readString(folder.resolve("report").resolve("results.json")))
        .contains("stranger paper " + words);
    List<String> made = Files.readAllLines(folder.resolve("report").resolve("results.csv"));
    Outcome second = paper(words);
    assertThat(second.out()).doesNotContain("seed 0").contains("Fashion-MNIST against MNIST");
    Path docs = folder.resolve("docs");
    Outcome third = paper(words + " --seeds 4 --cached --publish " + docs);
    assertThat(third.out()).contains("repository is " + docs.resolve("results.md"));
    assertThat(Files.readAllLines(docs.resolve("results").resolve("results.csv"))).isEqualTo(made);
    assertThat(Files.readAllLines(folder.resolve("report").resolve("results.csv"))).isEqualTo(made);
    String none =
        words.replace(folder.resolve("cache").toString(), folder.resolve("no").toString());
    paper(none + " --cached --publish " + docs);
    assertThat(Files.readAllLines(docs.resolve("results").resolve("results.csv"))).isEqualTo(made);
    // The slip of the published code gives the published figure even on few images.
    assertThat(made)
        .anySatisfy(
            line ->
                assertThat(line).startsWith("table1,pca_published,fashion-mnist,mnist,auroc,7"));
  }

  /** They took hours of a GPU, and whoever changes what their digests are made of loses them. */
  @Test
  @Tag("slow")
  void comparisonsInTheRepositoryAreFound() throws IOException {
    assumeTrue(System.getenv("STRANGER_DATA") != null, "STRANGER_DATA is not set");
    Path kept = folder.resolve("kept.csv");
    Files.copy(Path.of("..", "docs", "results", "comparisons.csv"), kept);
    Outcome outcome =
        paper(
            "table1 --methods energy --sets mnist --seeds 5 --cached --device cuda --cache %s --keep %s"
                .formatted(folder.resolve("none"), kept));
    assertThat(outcome.out()).contains("Energy (Liu").doesNotContain("left out", "fewer than");
  }

  @Test
  void missingSetsAreNamedWithARemedy() {
    assumeTrue(System.getenv("STRANGER_DATA") == null, "the sets are there");
    Outcome outcome =
        paper(
            "table1 --quick --methods pca --data-dir %s --cache %s"
                .formatted(folder.resolve("none"), folder.resolve("cache")));
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err()).contains("fashion-mnist").contains("stranger data fetch");
  }

  @Test
  void whatThePaperDoesNotHaveIsRefused() {
    assertMisused(paper("table1 --sets letters"), "set 'letters'; choose of mnist, dsprites");
    assertMisused(paper("table1 --methods pcb"), "method 'pcb'; choose of one_score");
    assertMisused(paper("table9"), "part 'table9'; choose of table1");
    assertMisused(paper("table1 --seeds 0"), "option '--seeds': must be 1 or more, got 0");
    assertMisused(paper("table1 --epochs 0"), "option '--epochs': must be 1 or more, got 0");
    assertMisused(paper("table1 --baseline-epochs 0"), "epochs must be 1 or more, got '0'");
    assertMisused(
        paper("table1 --baseline-epochs pca=9"), "no network 'pca'; choose of classifier");
  }

  private static void assertMisused(Outcome outcome, String complaint) {
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains(complaint);
  }
}
