package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.metric.Summary;
import dev.stranger.paper.CurveFigure.Line;
import dev.stranger.paper.CurveFigure.Spacing;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTablesTest {

  @Test
  void publishedAndMeasuredStandSideBySide() {
    List<Result> results = new ArrayList<>();
    // Not in the order of the table.
    add(results, MethodName.PCA_PUBLISHED, PaperMetric.FPR95, 99.987);
    add(results, MethodName.PCA, PaperMetric.FPR95, 19.1);
    add(results, MethodName.FULL_ENERGY, PaperMetric.FPR95, 72, 74, 76);
    add(results, MethodName.KPCA_ERROR, PaperMetric.FPR95, 1.1, 1.2, 1.3);
    add(results, MethodName.KPCA_ERROR, PaperMetric.AUROC, 99.7, 99.8, 99.9);
    add(results, MethodName.LIU2020_FINETUNED, PaperMetric.AUROC, 100, 100, 100);
    assertThat(text(results, List.of("Two notes.")))
        .isEqualTo(
            """

            Table 1: images
            Learned from Fashion-MNIST, its test set judged against other sets. FPR95 and AUPR take the normal samples for the
            positive class; AUPR counts as many strangers as the paper had. Measured with 1 to 3 seeds and 5 epochs.

            Fashion-MNIST against MNIST
                                             FPR95 %                   AUROC %
                                             published   measured      published   measured
            St-RKM full energy [U]           75.73 (2.7) 74.00 (2.0)
            St-RKM kPCA error [U]             0.38 (0.2)  1.20*(0.10)  99.70 (0.1)  99.80 (0.10)
            Energy, fine-tuned (Liu) [S+]                                          100.00 (0.00)
            PCA [U]                                      19.10
            PCA with the published slip [U]  99.99       99.99

            * more than two published standard deviations from the published mean
            [U] learned without labels, [S] with labels, [S+] with labels and strangers not judged here
            St-RKM full energy: the published scores divide the loss by the size of the batch that a sample arrives in, which is the
            row by batch; the paper's figures stand beside both.
            PCA: the paper's column comes from a slip in its code, so its figures stand beside the row that repeats the slip and
            none beside the correct one.
            Two notes.
            2 of 3 measured figures lie within two published standard deviations of the paper's.
            """);
  }

  @Test
  void oneSeedHasNoDeviations() {
    List<Result> results = new ArrayList<>();
    add(results, MethodName.NEIGHBOURS, PaperMetric.AUROC, 88.8);
    assertThat(text(results, List.of()))
        .contains("Measured with 1 seed and 5 epochs.", "Nearest neighbours [U]", " 88.80\n")
        .doesNotContain("(", "*", "NaN", "published mean", "figures");
  }

  @Test
  void theWidestTablesFitTheScreen() {
    assertThat(text(new GeneratedResults(10).results().results(), List.of()).lines())
        .hasSizeGreaterThan(300)
        .allMatch(line -> line.length() <= 120)
        .allMatch(line -> line.equals(line.stripTrailing()));
  }

  @Test
  void everyValueStandsBelowItsPlace() {
    CurveFigure figure =
        new CurveFigure(
            "Under attack",
            "grey levels",
            Spacing.LINEAR,
            "AUROC in %",
            List.of(
                new Line("FGSM", new double[] {0, 32}, new double[] {100, 91.234}, new double[0]),
                new Line("PGD", new double[] {0, 32}, new double[] {99.5, 7}, new double[0])));
    StringWriter text = new StringWriter();
    ResultTables.printCurves(List.of(figure), new PrintWriter(text));
    assertThat(text)
        .hasToString(
            """

            Under attack
            AUROC in %, by grey levels
                        0       32
            FGSM   100.00    91.23
            PGD     99.50     7.00
            """);
  }

  private static void add(
      List<Result> results, MethodName method, PaperMetric metric, double... values) {
    results.add(
        Result.of(
            PaperTable.TABLE1,
            method,
            "fashion-mnist",
            "mnist",
            metric,
            Summary.of(values),
            5,
            "cpu"));
  }

  private static String text(List<Result> results, List<String> notes) {
    StringWriter text = new StringWriter();
    Results all = new Results(results, GeneratedResults.FACTS, List.of(), notes, "");
    ResultTables.print(all, new PrintWriter(text));
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
