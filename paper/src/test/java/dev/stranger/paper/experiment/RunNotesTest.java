package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.data.catalogue.FileSet.State;
import dev.stranger.metric.Summary;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperMetric;
import dev.stranger.paper.PaperTable;
import dev.stranger.paper.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunNotesTest {

  private static final PaperOptions TWO_SEEDS =
      SmallExperiments.options(Set.of(PaperTable.TABLE1), MethodName.values());

  @Test
  void aRunAsThePapersHasNothingToNote() {
    List<Result> results =
        List.of(
            result(MethodName.KPCA_ERROR, 1600, 1, 2),
            result(MethodName.ONE_SCORE, 120, 1, 2), // the paper has none
            result(MethodName.PCA_PUBLISHED, 0, 1, 2));
    assertThat(notes(results, State.VERIFIED)).isEmpty();
  }

  @Test
  void whatIsOtherwiseIsNamed() {
    List<Result> results =
        List.of(
            result(MethodName.VAE, 100, 1, 2),
            result(MethodName.GAN, 100, 1),
            result(MethodName.GAN, 100, 1, 2),
            result(MethodName.LIU2020_FINETUNED, 100, 1));
    assertThat(notes(results, State.DIFFERENT))
        .containsExactly(
            "sprites.npz differs from the published file, and so may its figures",
            "the strangers to learn from, of the methods that need some, were made of the training"
                + " samples",
            "100 epochs, where the paper had 1,600: VAE reconstruction error; GAN (Skvara 2018)",
            "1 seed: Energy, fine-tuned (Liu)",
            "1 to 2 seeds: GAN (Skvara 2018)");
  }

  @Test
  void aModelThatLearnedForLongerElsewhereIsNamedWithItsTable() {
    List<Result> results =
        List.of(
            result(MethodName.GAN, 100, 1, 2),
            result(MethodName.VAE, 1, 1, 2),
            Result.of(
                PaperTable.TABLE3,
                MethodName.GAN,
                "ecg5000",
                "ecg5000",
                PaperMetric.AUROC,
                Summary.of(1, 2),
                1600,
                "cpu"));
    assertThat(notes(results, State.VERIFIED))
        .containsExactly(
            "1 epoch, where the paper had 1,600: VAE reconstruction error",
            "100 epochs, where the paper had 1,600: GAN (Skvara 2018) in “Table 1: images”");
  }

  @Test
  void onlyARunOfAllSamplesIsComparableWithThePaper() {
    assertThat(banner(Effort.PAPER)).isEmpty();
    assertThat(banner(Effort.PAPER.withEpochs(3))).isEmpty(); // which the notes say
    assertThat(banner(Effort.QUICK))
        .isEqualTo(
            "NOT COMPARABLE WITH THE PAPER: this is a quick run, with at most 3,000 training images,"
                + " 1,000 judged samples of each set and 4 epochs for images.");
    assertThat(banner(Effort.QUICK.withEpochs(1600))).endsWith("1,600 epochs for images.");
  }

  private static String banner(Effort effort) {
    PaperOptions options =
        new PaperOptions(
            TWO_SEEDS.tables(),
            false,
            false,
            TWO_SEEDS.methods(),
            List.of(),
            1,
            effort,
            "cpu",
            0,
            null);
    return new RunNotes(options, List.of()).banner();
  }

  private static List<String> notes(List<Result> results, State file) {
    RunNotes notes = new RunNotes(TWO_SEEDS, results);
    List<String> all =
        new ArrayList<>(notes.caveats(Map.of("sprites.npz", new DataFileSums.Sum("12ab", file))));
    all.addAll(notes.shorter());
    return all;
  }

  private static Result result(MethodName method, int epochs, double... seeds) {
    return Result.of(
        PaperTable.TABLE1,
        method,
        "fashion-mnist",
        "mnist",
        PaperMetric.AUROC,
        Summary.of(seeds),
        epochs,
        "cpu");
  }
}
