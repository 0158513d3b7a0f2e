package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Reasons.Part;
import dev.stranger.table.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static final Reasons REASONS =
      new Reasons(List.of(new Part("a", 1), new Part("b", -3), new Part("c", 0)));
  private static final Reasons NONE = new Reasons(List.of(new Part("a", 0), new Part("b", -0.0)));

  @Test
  void sharesAddUpToOneWhateverTheirSigns() {
    assertThat(REASONS.parts().stream().mapToDouble(REASONS::share).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(REASONS.largestFirst()).extracting(Part::statistic).containsExactly("b", "a", "c");
  }

  @Test
  void onlyWhatIsLowIsCalledSo() {
    assertThat(REASONS.inWords()).isEqualTo("b (low)");
    assertThat(REASONS.inWords(REASONS.parts().get(0))).isEqualTo("a");
  }

  /** Minus a probability is negative for every sample. */
  @Test
  void aSinglePartIsTheScoreWhateverItsSign() {
    for (double score : new double[] {-0.9, 0, 3}) {
      Part all = new Part("highest probability", score);
      Reasons single = new Reasons(List.of(all));
      assertThat(single.isSingle()).isTrue();
      assertThat(single.isLow(all)).isFalse();
      assertThat(single.share(all)).isEqualTo(1);
      assertThat(single.inWords()).isEqualTo("highest probability");
    }
    assertThat(REASONS.isSingle()).isFalse();
  }

  @Test
  void aScoreOfZeroHasNoSharesAndNoReason() {
    assertThat(NONE.parts()).allMatch(part -> NONE.share(part) == 0);
    assertThat(NONE.inWords()).isEmpty();
  }

  @Test
  void theResidualIsTheSquaredDifference() {
    float[] sample = {1, 5, -1, 7};
    float[] expected = {3, 5, 5, 8};
    assertThat(Reconstruction.of(sample, expected, List.of(), List.of()).residual())
        .containsExactly(4, 0, 36, 1);
    assertThat(Reconstruction.of(sample, expected, List.of(2f, 0.5f), List.of()).residual())
        .as("two channels of two values, in deviations of each")
        .containsExactly(1, 0, 144, 4);
  }

  @Test
  void gapsAndUnexpectedCategoriesCountAsOneDeviation() {
    Column colour = Column.category("colour", List.of("red", "blue", "green"));
    List<Column> columns = List.of(Column.number("size"), Column.number("weight"), colour, colour);
    float[] sample = {3, Float.NaN, 2, 1};
    float[] expected = {1, 4, 0, 1};
    assertThat(Reconstruction.of(sample, expected, List.of(2f, 2f, 1f, 1f), columns).residual())
        .containsExactly(1, 1, 1, 0);
  }

  @Test
  void aColumnIsExplainedInWordsOfItsKind() {
    Column country = Column.category("country", List.of("DE", "FR"));
    assertThat(new ColumnReason(Column.number("discount"), 0.75f, 0.1f, 0.6).inWords())
        .isEqualTo("discount = 0.75, expected about 0.1");
    assertThat(new ColumnReason(country, country.unseen(), 1, 0.6).inWords())
        .isEqualTo("country = an unknown text, expected FR");
    assertThat(new ColumnReason(country, Float.NaN, 0, 0.6).inWords())
        .isEqualTo("country = no value, expected DE");
    assertThat(new ColumnReason(Column.time("date"), 19_723.5f, 19_724.25f, 0.6).inWords())
        .isEqualTo("date = 2024-01-01 12:00, expected about 2024-01-02 06:00");
  }

  @Test
  void everyNumberHasAText() {
    Column number = Column.number("a");
    Column time = Column.time("b");
    assertThat(number.text(0)).isEqualTo("0");
    assertThat(number.text(-120_000)).isEqualTo("-120000");
    assertThat(number.text(1.23456789e-7f)).isEqualTo("1.2346E-7");
    assertThat(number.text(Float.POSITIVE_INFINITY)).isEqualTo("Infinity");
    for (float value : new float[] {Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, -719_528}) {
      assertThat(number.text(value)).isNotEmpty();
      assertThat(time.text(value)).isNotEmpty();
    }
  }
}
