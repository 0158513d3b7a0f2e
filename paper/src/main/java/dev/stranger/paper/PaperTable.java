package dev.stranger.paper;

import static dev.stranger.paper.PaperMetric.AUPR_IN;
import static dev.stranger.paper.PaperMetric.AUPR_IN_PUBLISHED_RATIO;
import static dev.stranger.paper.PaperMetric.AUPR_OUT;
import static dev.stranger.paper.PaperMetric.AUROC;
import static dev.stranger.paper.PaperMetric.FPR95;
import static dev.stranger.paper.PaperMetric.FPR95_OUT_POSITIVE;
import static dev.stranger.paper.PaperMetric.MMD;
import static dev.stranger.paper.PaperMetric.OVERLAP;
import static dev.stranger.paper.PaperMetric.OVERLAP_UNION;
import static dev.stranger.paper.PaperMetric.WASSERSTEIN;

import dev.stranger.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of the paper, in its order, and one of photographs, which the paper does not have. */
public enum PaperTable {
  TABLE1(
      "table1",
      "Table 1: images",
      """
      Learned from Fashion-MNIST, its test set judged against other sets. FPR95 and AUPR take the \
      normal samples for the positive class; AUPR counts as many strangers as the paper had.""",
      FPR95,
      AUROC,
      AUPR_IN_PUBLISHED_RATIO),
  TABLE2(
      "table2",
      "Table 2: overlap of the scores",
      """
      The published table holds the shared area over the area of the union; the paper's own \
      formula is the plain overlap beside it.""",
      OVERLAP_UNION,
      OVERLAP),
  TABLE3(
      "table3",
      "Table 3: heartbeats",
      """
      Learned from normal beats of ECG5000. The published comparison judges the very beats that \
      were learned; a second comparison judges beats that were held out. The systems of the paper \
      do not learn from all beats, because p-values need some: 100 of 2,919 are left out (292 for \
      the one score), and 73 of 292 in the second comparison, which leaves one step an epoch. The \
      St-RKM's subspace has all ten features of its network, so the kPCA error is zero for every \
      beat. An FPR95 of 100 and an AUROC of 50 mean that it is no score.""",
      FPR95,
      AUROC,
      AUPR_IN),
  MMD_WD(
      "mmd",
      "Distances between the distributions of the scores",
      """
      Maximum mean discrepancy and Wasserstein distance of the scores, counting as many samples as \
      the paper had; larger is better.""",
      MMD,
      WASSERSTEIN),
  SAME(
      "same",
      "Samples of one distribution",
      """
      Training samples against test samples of Fashion-MNIST. Both have the same distribution, so \
      a good score tells them apart no better than chance: FPR95 near 95, AUROC near 50, AUPR near \
      6/7. The one score, the kernel density and the nearest neighbours measure distances to \
      training samples, and here these are judged themselves.""",
      FPR95,
      AUROC,
      AUPR_IN),
  PHOTOS(
      "photos",
      "Photographs",
      """
      Learned from the colour photographs of CIFAR-10, whose test set is judged against other \
      sets, made as large and as colourful. The paper has no such table. The energies are those \
      of the default network, not of the published one.""",
      FPR95,
      AUROC,
      AUPR_IN);

  private final String key;
  private final String title;
  private final String guide;
  private final List<PaperMetric> metrics;

  PaperTable(String key, String title, String guide, PaperMetric... metrics) {
    this.key = key;
    this.title = title;
    this.guide = guide;
    this.metrics = List.of(metrics);
  }

  /**
   * @throws DataException when no table has this key
   */
  static PaperTable of(String key) {
    return Arrays.stream(values())
        .filter(table -> table.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new DataException("'%s' is no table".formatted(key)));
  }

  /** In files and on the command line. */
  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  /** What is compared, in a sentence or two. */
  public String guide() {
    return guide;
  }

  /** What the paper shows; a file or a page may hold more. */
  public List<PaperMetric> metrics() {
    return metrics;
  }

  /**
   * These, and for files and pages the same of the samples as they are, and read with strangers as
   * the positive class.
   */
  public List<PaperMetric> allMetrics() {
    List<PaperMetric> all = new ArrayList<>(metrics);
    if (metrics.contains(AUPR_IN_PUBLISHED_RATIO)) {
      all.add(AUPR_IN);
    }
    if (metrics.contains(FPR95)) {
      all.addAll(List.of(AUPR_OUT, FPR95_OUT_POSITIVE));
    }
    return all;
  }

  /** What one block of the table compares, in words. */
  String heading(String in, String out) {
    if (!in.equals(out)) {
      return SetTitle.of(in) + " against " + SetTitle.of(out);
    }
    return SetTitle.of(in) + (this == SAME ? ": train against test" : ", as published");
  }
}
