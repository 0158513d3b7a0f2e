package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.metric.Summary;
import dev.stranger.report.Markdown;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HighlightsTest {

  @Test
  void thePaperAndTheMeasurementsAreHeldAgainstEachOther() {
    List<Result> results = new ArrayList<>();
    add(results, MethodName.FULL_ENERGY, "mnist", 75.7); // published: 75.73 (2.7)
    add(results, MethodName.FULL_ENERGY, "svhn", 40); // 1.34 (0.2)
    add(results, MethodName.FULL_ENERGY_PUBLISHED, "svhn", 1.3);
    add(results, MethodName.KPCA_ERROR, "mnist", 0.4); // 0.38 (0.2)
    add(results, MethodName.KPCA_ERROR, "svhn", 28.6); // 28.64 (10.1)
    add(results, MethodName.ONE_SCORE, "mnist", 0.1);
    add(results, MethodName.PCA, "mnist", 19.1);
    Highlights highlights =
        highlights(
            results,
            new Departure("one", "This.", "That.", "This.", "it does another thing"),
            new Departure("another", "Not said.", "This.", "This.", ""));
    assertThat(highlights.sentences())
        .containsExactly(
            "4 of 5 measured figures lie within two published standard deviations of the paper's."
                + " They compare 4 published figures, some with two of our rows. The row that follows"
                + " the paper's text reproduces 3 of them; that row or the one that follows its code"
                + " reproduces 4.",
            "Of the paper's 4 figures of the St-RKM in Table 1, 3 lie within two deviations when"
                + " samples are scored as the paper says, 4 when they are scored as its code does."
                + " Of the two scores of the St-RKM, the paper has the lower FPR95 with St-RKM kPCA error on"
                + " MNIST; St-RKM full energy on SVHN. The measurements have it with St-RKM kPCA"
                + " error on MNIST, SVHN.",
            "The lowest FPR95 measured: One score of Stranger on MNIST (0.10\u00a0%); St-RKM full"
                + " energy, by batch on SVHN (1.30\u00a0%). One score of Stranger: some sixty"
                + " candidates were compared on these very sets before it was chosen.",
            "The published code departs from the paper in 2 places, listed below. Most of all, it"
                + " does another thing.");
    assertThat(new Markdown().table(highlights.table()))
        .hasToString(
            """
            | FPR95\u00a0%, published / measured | MNIST | SVHN |
            |---|--:|--:|
            | One score of Stranger \\[U\\] | – / 0.10 |  |
            | St-RKM full energy \\[U\\] | 75.73 / 75.70 | 1.34 / 40.00\\* |
            | St-RKM full energy, by batch \\[U\\] |  | 1.34 / 1.30 |
            | St-RKM kPCA error \\[U\\] | 0.38 / 0.40 | 28.64 / 28.60 |
            | PCA \\[U\\] | – / 19.10 |  |
            """);
  }

  @Test
  void allMethodsWithTheLowestValueAreNamed() {
    List<Result> results = new ArrayList<>();
    add(results, MethodName.ONE_SCORE, "svhn", 0);
    add(results, MethodName.LIU2020_FINETUNED, "svhn", 0);
    add(results, MethodName.LIU2020_FINETUNED, "mnist", 24.9);
    assertThat(highlights(results).sentences())
        .anyMatch(
            sentence ->
                sentence.startsWith(
                    "The lowest FPR95 measured: One score of Stranger on SVHN (0.00\u00a0%); Energy,"
                        + " fine-tuned (Liu) on SVHN (0.00\u00a0%), MNIST (24.90\u00a0%)."));
  }

  @Test
  void thereIsNothingToSayOfNothing() {
    assertThat(highlights(List.of()).sentences()).isEmpty();
    assertThat(highlights(List.of()).table().rows()).isEmpty();
  }

  private static Highlights highlights(List<Result> results, Departure... departures) {
    return new Highlights(
        new Results(results, GeneratedResults.FACTS, List.of(departures), List.of(), ""));
  }

  private static void add(List<Result> results, MethodName method, String out, double value) {
    results.add(
        Result.of(
            PaperTable.TABLE1,
            method,
            "fashion-mnist",
            out,
            PaperMetric.FPR95,
            Summary.of(value),
            5,
            "cpu"));
  }
}
