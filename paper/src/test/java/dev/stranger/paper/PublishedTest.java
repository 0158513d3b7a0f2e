package dev.stranger.paper;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedTest {

  @Test
  void everyCellOfEveryTableIsThere() {
    assertThat(Published.all().keySet().stream().collect(groupingBy(at -> at.get(0), counting())))
        .containsOnly(
            entry("table1", 4 * 3 * 6L),
            entry("table2", 4 * 6L),
            entry("table3", 3 * 4L),
            entry("mmd", 4 * 2 * 6L),
            entry("same", 3 * 6L));
  }

  @Test
  void figuresHaveTheDigitsOfThePaper() {
    assertThat(text(PaperTable.TABLE1, MethodName.KPCA_ERROR, "cifar10", PaperMetric.AUROC))
        .isEqualTo("97.70 0.8");
    assertThat(text(PaperTable.TABLE1, MethodName.FULL_ENERGY, "cifar10", PaperMetric.AUPR_IN))
        .isEqualTo("99.83 0.003");
    assertThat(text(PaperTable.TABLE1, MethodName.LIU2020, "mnist", PaperMetric.FPR95))
        .isEqualTo("75.97 11.1");
    assertThat(text(PaperTable.TABLE1, MethodName.GAN, "dsprites", PaperMetric.AUPR_IN))
        .isEqualTo("22.76 29.4");
    assertThat(text(PaperTable.TABLE2, MethodName.VAE, "svhn", PaperMetric.OVERLAP_UNION))
        .isEqualTo("0.14 0.02");
    assertThat(text(PaperTable.MMD_WD, MethodName.FULL_ENERGY, "dsprites", PaperMetric.WASSERSTEIN))
        .isEqualTo("1.886 0.523");
    assertThat(text(PaperTable.MMD_WD, MethodName.KPCA_ERROR, "svhn", PaperMetric.MMD))
        .isEqualTo("0.5 0.066");
    assertThat(text(PaperTable.SAME, MethodName.GAN, "fashion-mnist", PaperMetric.FPR95))
        .isEqualTo("95.07 0.3");
    PublishedFigure beats =
        Published.find(PaperTable.TABLE3, MethodName.VRAE, "ecg5000", "ecg5000", PaperMetric.AUROC)
            .orElseThrow();
    assertThat(beats.mean()).isEqualByComparingTo("93.89");
  }

  private static String text(PaperTable table, MethodName method, String out, PaperMetric metric) {
    PublishedFigure figure =
        Published.find(table, method, "fashion-mnist", out, metric).orElseThrow();
    return figure.mean() + " " + figure.std();
  }

  @Test
  void everyPlaceIsOneThatAResultCanHave() {
    List<String> tables = Arrays.stream(PaperTable.values()).map(PaperTable::key).toList();
    for (List<String> place : Published.all().keySet()) {
      assertThat(tables).contains(place.get(0));
      assertThat(MethodName.of(place.get(1)).key()).isEqualTo(place.get(1));
      PaperTable table = PaperTable.values()[tables.indexOf(place.get(0))];
      assertThat(table.allMetrics()).extracting(PaperMetric::key).contains(place.get(4));
    }
  }

  @Test
  void onlyPcaHasNoDeviation() {
    assertThat(Published.all())
        .allSatisfy(
            (place, figure) ->
                assertThat(figure.std() == null)
                    .isEqualTo(place.get(1).equals(MethodName.PCA_PUBLISHED.key())));
  }

  @Test
  void thePublishedSlipHasTheFiguresAndTheCorrectPcaHasNone() {
    assertThat(found(MethodName.PCA_PUBLISHED)).isTrue();
    assertThat(found(MethodName.PCA)).isFalse();
    assertThat(MethodName.PCA.note()).contains("slip");
  }

  @Test
  void bothVariantsOfTheVaeStandBesideItsFigures() {
    assertThat(found(MethodName.VAE)).isTrue();
    assertThat(found(MethodName.VAE_PUBLISHED)).isTrue();
    assertThat(found(MethodName.VAE_ELBO)).isFalse();
  }

  private static boolean found(MethodName method) {
    return Published.find(PaperTable.TABLE1, method, "fashion-mnist", "svhn", PaperMetric.AUROC)
        .isPresent();
  }

  @Test
  void everyMethodHasItsOwnKeyAndTitle() {
    Map<String, Long> names =
        Arrays.stream(MethodName.values())
            .flatMap(method -> List.of(method.key(), method.title()).stream())
            .collect(groupingBy(name -> name, counting()));
    assertThat(names).hasSize(2 * MethodName.values().length);
  }

  @Test
  void everyDepartureIsToldInFull() {
    assertThat(Departure.ALL)
        .hasSizeGreaterThan(15)
        .allSatisfy(
            departure ->
                assertThat(
                        List.of(
                            departure.topic(),
                            departure.paper(),
                            departure.code(),
                            departure.here()))
                    .noneMatch(String::isBlank));
    assertThat(Departure.ALL)
        .extracting(Departure::topic)
        .doesNotHaveDuplicates()
        .contains("reconstruction loss", "PCA", "split of ECG5000", "overlap", "resizing");
  }
}
