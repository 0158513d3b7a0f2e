package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.Explanation.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static final Explanation EXPLANATION =
      Explanation.of(
          List.of(new Part("a", 1), new Part("b", -3), new Part("c", 0)),
          new float[] {1, 5},
          new float[] {3, 5});

  @Test
  void sharesAddUpToOneWhateverTheirSigns() {
    assertThat(EXPLANATION.parts().stream().mapToDouble(EXPLANATION::share).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(EXPLANATION.main().statistic()).isEqualTo("b");
  }

  @Test
  void theResidualIsTheSquaredDifference() {
    assertThat(EXPLANATION.residual()).containsExactly(4, 0);
  }

  @Test
  void aScoreOfZeroHasNoShares() {
    Explanation nothing =
        Explanation.of(List.of(new Part("a", 0)), new float[] {1}, new float[] {1});
    assertThat(nothing.share(nothing.main())).isZero();
  }
}
