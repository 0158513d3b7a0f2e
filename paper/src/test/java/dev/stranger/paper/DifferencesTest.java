package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.metric.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DifferencesTest {

  @Test
  void aFigureIsMissedUnlessARowOfItsTextOrItsCodeMeetsIt() {
    Differences differences =
        differences(
            fpr95(MethodName.FULL_ENERGY, "mnist", 75.7), // published: 75.73 (2.7)
            fpr95(MethodName.FULL_ENERGY, "svhn", 40), // 1.34 (0.2)
            fpr95(MethodName.FULL_ENERGY_PUBLISHED, "svhn", 1.3),
            fpr95(MethodName.VAE, "svhn", 90), // 27.42 (6.1)
            fpr95(MethodName.VAE_PUBLISHED, "svhn", 80),
            fpr95(MethodName.PCA, "svhn", 12)); // the paper has the figure of the slip
    assertThat(differences.byCode())
        .extracting(Result::method)
        .containsExactly(MethodName.FULL_ENERGY);
    assertThat(differences.left()).extracting(Result::method).containsExactly(MethodName.VAE);
    assertThat(differences.results().inShort())
        .isEqualTo(
            "2 of 5 measured figures lie within two published standard deviations of the paper's."
                + " They compare 3 published figures, some with two of our rows. The row that follows"
                + " the paper's text reproduces 1 of them; that row or the one that follows its code"
                + " reproduces 2.");
  }

  @Test
  void whatLearnedForLessTimeSaysSo() {
    assertThat(Differences.why(fpr95(MethodName.GAN, "mnist", 1)))
        .isEqualTo("Learned for 100 epochs, where the paper had 1,600.");
  }

  /** Of the page in this repository. */
  @Test
  void everyFigureThatNoRowMeetsIsExplained() throws IOException {
    List<Result> published = ResultsCsv.read(Path.of("../docs/results/results.csv"), "then");
    assertThat(differences(published.toArray(Result[]::new)).left())
        .isNotEmpty()
        .allSatisfy(result -> assertThat(Differences.why(result)).as("%s", result).isNotEmpty());
  }

  private static Differences differences(Result... results) {
    return Differences.of(
        new Results(List.of(results), GeneratedResults.FACTS, List.of(), List.of(), ""));
  }

  private static Result fpr95(MethodName method, String out, double value) {
    return Result.of(
        PaperTable.TABLE1,
        method,
        "fashion-mnist",
        out,
        PaperMetric.FPR95,
        Summary.of(value),
        100,
        "cpu");
  }
}
