package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.evaluate.Findings;
import dev.stranger.report.Catch.Baseline;
import dev.stranger.report.VerdictWords.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictWordsTest {

  private static final Findings FINDINGS = GeneratedFindings.images().withPictures(0).make();

  @Test
  void theLeadCountsStrangersAndFalseAlarms() {
    VerdictWords words = words(0.052, new Catch("a", 9, 0.12, 0.8, List.of()), good("b"));
    assertThat(words.lead())
        .isEqualTo(
            "Of 100 strangers the detector catches between 12 and 99.7, depending on where they"
                + " come from, while it flags 5.2 of 100 normal samples; it guarantees at most 5 on"
                + " average.");
  }

  @Test
  void whereAllSetsFareAlikeTheLeadDoesNotTellThemApart() {
    assertThat(words(0.05, good("a"), good("b")).lead())
        .startsWith("Of 100 strangers the detector catches 99.7 from every set, while it flags 5 ");
    assertThat(words(0.05, good("a")).lead())
        .startsWith("Of 100 strangers the detector catches 99.7, while it flags 5 ");
  }

  @Test
  void ratesOutsideOfTheBandAreCalledSo() {
    assertThat(points(0.052, good("a")).get(0).text()).contains("inside: the guarantee holds");
    assertThat(points(0.2, good("a")).get(0).text()).contains("above: these normal samples");
    assertThat(points(0, good("a")).get(0).text()).contains("below: the guarantee holds, but");
    assertThat(points(0.2, good("a")).get(0).good()).isFalse();
  }

  @Test
  void weakSetsAreNamed() {
    Catch weak = new Catch("flipped, twice", 9, 0.12, 0.8, List.of());
    assertThat(points(0.05, good("a"), weak, good("b")).get(1).text())
        .startsWith("On “flipped, twice”, where AUROC is below 90.");
    assertThat(points(0.05, good("a")).get(1).good()).isTrue();
  }

  @Test
  void baselinesThatAreNotBeatenAreAdmitted() {
    Catch lost = new Catch("a", 9, 0.99, 0.99, List.of(new Baseline("PCA", 0.992)));
    Catch alsoLost = new Catch("c", 9, 0.99, 0.99, List.of(new Baseline("PCA", 0.99)));
    Point point = points(0.05, lost, good("b"), alsoLost).get(2);
    assertThat(point.good()).isFalse();
    assertThat(point.text()).startsWith("On a and c a simpler score does as well or better");
  }

  @Test
  void aBaselineIsBeatenByAHigherAurocOnly() {
    List<Catch> catches = Catch.of(FINDINGS);
    assertThat(catches.get(0).betterBaselines()).isEmpty();
    assertThat(catches.get(3).betterBaselines())
        .extracting(Baseline::title)
        .containsExactly("5 nearest neighbours");
  }

  @Test
  void allMeansAllAndNoneMeansNone() {
    assertThat(Words.ofHundred(1)).isEqualTo("100");
    assertThat(Words.ofHundred(0.99999)).isEqualTo("over 99.9");
    assertThat(Words.ofHundred(0.9993)).isEqualTo("99.9");
    assertThat(Words.ofHundred(0.5)).isEqualTo("50");
    assertThat(Words.ofHundred(0.0123)).isEqualTo("1.2");
    assertThat(Words.ofHundred(0.00001)).isEqualTo("under 0.1");
    assertThat(Words.ofHundred(0)).isEqualTo("0");
  }

  @Test
  void numbersAreReadable() {
    assertThat(Words.number(12_345.6)).isEqualTo("12,346");
    assertThat(Words.number(0.000166638)).isEqualTo("0.0001666");
    assertThat(Words.number(1.5e-7)).isEqualTo("1.5·10⁻⁷");
    assertThat(Words.percent(0.0512)).isEqualTo("5.12\u00a0%");
    assertThat(Words.percent(0.1)).isEqualTo("10\u00a0%");
    assertThat(Words.percent(1)).isEqualTo("100\u00a0%");
    assertThat(Words.percent(0)).isEqualTo("0\u00a0%");
    assertThat(Words.decimals(-0.0001, 2)).isEqualTo("0.00");
  }

  private static Catch good(String name) {
    return new Catch(name, 9, 0.9966, 0.999, List.of());
  }

  private static List<Point> points(double falseAlarms, Catch... catches) {
    return words(falseAlarms, catches).points();
  }

  private static VerdictWords words(double falseAlarms, Catch... catches) {
    FalseAlarmBound bound = FalseAlarmBound.onAverage(600, 0.05);
    FalseAlarms alarms =
        new FalseAlarms(bound, 1000, falseAlarms, bound.bandAmong(1000, 0.01, 0.99));
    return new VerdictWords(FINDINGS, List.of(catches), alarms);
  }
}
