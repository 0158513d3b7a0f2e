package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Explanation;
import dev.stranger.MemoryDataset;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import dev.stranger.evaluate.Explainer;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.score.Detector;
import dev.stranger.score.Explained;
import dev.stranger.train.loop.TrainListener;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExplainerTest {

  private static final Percentage ROUNDING = Percentage.withPercentage(0.01);

  private static MemoryDataset rows;
  private static Detector detector;
  private static Explainer explainer;

  @BeforeAll
  static void train() {
    rows = TestData.table(700, 2);
    detector = Trainer.fit(TestData.table(400, 1), TestData.tiny(3), TrainListener.NONE).open();
    explainer = new Explainer(detector);
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    detector.judge(rows, (batch, judged) -> verdicts.addAll(judged));
    return verdicts;
  }

  @Test
  void theStrangestHaveTheHighestScores() {
    List<Verdict> verdicts = verdicts();
    List<String> expected =
        IntStream.range(0, 700)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -verdicts.get(i).score()))
            .limit(9)
            .map(String::valueOf)
            .toList();
    AtomicLong judged = new AtomicLong();
    List<Example> strangest = explainer.strangest(rows, 9, judged::addAndGet);
    assertThat(strangest).extracting(Example::name).isEqualTo(expected);
    assertThat(judged).hasValue(700);
    assertThat(explainer.strangest(rows.first(4), 9, more -> {})).hasSize(4);
    assertThatThrownBy(() -> explainer.strangest(rows, 0, more -> {}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("got 0");
  }

  @Test
  void samplesAreExplainedInTheOrderTheyAreAskedFor() {
    List<Example> examples = explainer.named(rows, List.of("699", "3", "512", "3"));
    assertThat(examples).extracting(Example::name).containsExactly("699", "3", "512", "3");
    for (Example example : examples) {
      int position = Integer.parseInt(example.name());
      assertThat(example.sample()).isEqualTo(rows.sample(position));
      assertThat(example.verdict().score()).isCloseTo(verdicts().get(position).score(), ROUNDING);
    }
    assertThatThrownBy(() -> explainer.named(rows, List.of("3", "700")))
        .isInstanceOf(DataException.class)
        .hasMessage("table has no sample '700'; its 700 samples are called 0 to 699");
  }

  @Test
  void aStreamThatIsExplainedGetsTheVerdictsOfOneThatIsNot() {
    List<Explained> explained = new ArrayList<>();
    detector.explain(rows, (batch, some) -> explained.addAll(some));
    assertThat(explained).extracting(Explained::verdict).isEqualTo(verdicts());
    for (int i = 0; i < 700; i++) {
      Reasons reasons = explained.get(i).reasons();
      double sum = reasons.parts().stream().mapToDouble(part -> Math.abs(part.amount())).sum();
      assertThat(sum)
          .as("parts of sample %d", i)
          .isCloseTo(explained.get(i).verdict().score(), ROUNDING);
    }
  }

  /** Columns in very different units: what the score measures, the residual shows. */
  @Test
  void theResidualAddsUpToTheSquaredErrorOfTheScore() {
    int third = detector.metadata().parts().indexOf("squared error");
    for (int i = 0; i < 50; i++) {
      float[] row = rows.sample(i);
      Explanation explanation = detector.explain(row);
      double sum = 0;
      for (float residual : explanation.reconstruction().residual()) {
        sum += residual;
      }
      assertThat(sum).isCloseTo(detector.statistics(row, 1)[third], ROUNDING);
    }
  }
}
