package dev.stranger.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.metric.Summary;
import org.junit.jupiter.api.Test;

class ResultTest {

  /** Published: 75.73 (2.7). */
  @Test
  void farIsMoreThanTwoPublishedDeviations() {
    assertThat(result(MethodName.FULL_ENERGY, 75.73 + 5.39).isFar()).isFalse();
    assertThat(result(MethodName.FULL_ENERGY, 75.73 + 5.41).isFar()).isTrue();
    assertThat(result(MethodName.FULL_ENERGY, 75.73 - 5.39).isFar()).isFalse();
    assertThat(result(MethodName.FULL_ENERGY, 75.73 - 5.41).isFar()).isTrue();
  }

  @Test
  void nothingIsFarFromAFigureWithoutDeviationOrFromNone() {
    assertThat(result(MethodName.PCA_PUBLISHED, 1).isFar()).isFalse();
    assertThat(result(MethodName.PCA_PUBLISHED, 1).published()).isNotNull();
    assertThat(result(MethodName.NEIGHBOURS, 1).isFar()).isFalse();
    assertThat(result(MethodName.NEIGHBOURS, 1).published()).isNull();
  }

  /** The table holds the one against the published figure that makes up for the size of a set. */
  @Test
  void anAuprOfAnotherRatioIsNotFar() {
    assertThat(aupr(PaperMetric.AUPR_IN).published()).isNotNull();
    assertThat(aupr(PaperMetric.AUPR_IN).isFar()).isFalse();
    assertThat(aupr(PaperMetric.AUPR_IN_PUBLISHED_RATIO).isFar()).isTrue();
  }

  private static Result aupr(PaperMetric metric) {
    return Result.of(
        PaperTable.TABLE1,
        MethodName.FULL_ENERGY,
        "fashion-mnist",
        "svhn",
        metric,
        Summary.of(1),
        5,
        "cpu");
  }

  /** The honest comparison on ECG5000 names its parts, so the published one is not beside it. */
  @Test
  void publishedFiguresBelongToPlainNamesAlone() {
    assertThat(beats("ecg5000", "ecg5000").published()).isNotNull();
    assertThat(beats("ecg5000:test-normal", "ecg5000:test-abnormal").published()).isNull();
  }

  @Test
  void anUnknownMethodIsToldByName() {
    assertThatThrownBy(() -> MethodName.of("pcb"))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("'pcb' is no method; choose of one_score, full_energy");
  }

  private static Result beats(String in, String out) {
    return Result.of(
        PaperTable.TABLE3, MethodName.VRAE, in, out, PaperMetric.AUROC, Summary.of(94), 5, "cpu");
  }

  private static Result result(MethodName method, double mean) {
    return Result.of(
        PaperTable.TABLE1,
        method,
        "fashion-mnist",
        "mnist",
        PaperMetric.FPR95,
        Summary.of(mean),
        5,
        "cpu");
  }
}
