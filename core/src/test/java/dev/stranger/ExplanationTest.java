package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Reasons.Part;
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
    assertThat(REASONS.parts().get(0).inWords()).isEqualTo("a");
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
    assertThat(Explanation.of(REASONS, sample, expected, List.of()).residual())
        .containsExactly(4, 0, 36, 1);
    assertThat(Explanation.of(REASONS, sample, expected, List.of(2f, 0.5f)).residual())
        .as("two channels of two values, in deviations of each")
        .containsExactly(1, 0, 144, 4);
  }
}
