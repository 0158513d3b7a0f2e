package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Reasons;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.train.loop.TrainListener;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The score of a trained detector of rows. */
class RowScoreTest {

  private static final MemoryDataset ROWS = TestData.table(500, 1);
  private static Detector detector;

  @BeforeAll
  static void learn() {
    detector = Trainer.fit(ROWS, TestData.tiny(20), new TrainListener() {}).open();
  }

  @AfterAll
  static void close() {
    detector.close();
  }

  private static float[] row(MemoryDataset rows, int position) {
    return rows.sample(position).clone();
  }

  @Test
  void partsTellOfTheNetworkAndOfTheValues() {
    Reasons reasons = detector.explain(row(ROWS, 0)).reasons();
    assertThat(reasons.parts().stream().map(Reasons.Part::statistic))
        .contains(
            "distance to the subspace",
            "direction in the subspace",
            "density of training samples",
            "whitened distance to training samples");
  }

  @Test
  void partsAddUpToTheScore() {
    MemoryDataset fresh = TestData.table(50, 2);
    for (int i = 0; i < 50; i++) {
      float[] row = row(fresh, i);
      double sum =
          detector.explain(row).reasons().parts().stream()
              .mapToDouble(part -> Math.abs(part.amount()))
              .sum();
      assertThat(sum)
          .as("row %d", i)
          .isCloseTo(detector.judge(row).score(), Percentage.withPercentage(0.1));
    }
  }

  /**
   * Few rows are learnt by heart. If new rows look unusual for that, the network drowns the values.
   */
  @Test
  void newNormalRowsAreAsUsualAsThoseThatTheNetworkDidNotSee() {
    MemoryDataset few = noise(160, 4);
    MemoryDataset fresh = noise(1000, 5);
    try (Detector learnt = Trainer.fit(few, TrainOptions.DEFAULT, new TrainListener() {}).open()) {
      double ofNormalDistribution = 0.98;
      assertThat(surpriseOfTheNetwork(learnt, fresh))
          .isBetween(0.5 * ofNormalDistribution, 2 * ofNormalDistribution);
    }
  }

  private static MemoryDataset noise(int size, long seed) {
    Random random = new Random(seed);
    float[][] rows = new float[size][12];
    for (float[] row : rows) {
      for (int column = 0; column < row.length; column++) {
        row[column] = (float) random.nextGaussian();
      }
    }
    return MemoryDataset.of("noise", Shape.of(12), Range.ANY, rows);
  }

  private static double surpriseOfTheNetwork(Detector learnt, MemoryDataset rows) {
    return IntStream.range(0, (int) rows.size())
        .mapToObj(i -> learnt.explain(row(rows, i)).reasons())
        .mapToDouble(RowScoreTest::surpriseOfTheNetwork)
        .average()
        .orElseThrow();
  }

  private static double surpriseOfTheNetwork(Reasons reasons) {
    return reasons.parts().stream()
        .filter(part -> !part.statistic().endsWith("training samples")) // those of the values
        .mapToDouble(part -> Math.abs(part.amount()))
        .sum();
  }

  @Test
  void theFartherARowIsTheHigherItsScore() {
    float before = detector.judge(row(ROWS, 0)).score();
    for (float far : new float[] {10, 1e3f, 1e5f}) {
      float[] row = row(ROWS, 0);
      row[1] = far;
      float score = detector.judge(row).score();
      assertThat(score).as("at %s", far).isFinite().isGreaterThan(before);
      before = score;
    }
  }

  @Test
  void aRowThatBreaksARelationIsAStranger() {
    float[] row = {1300, 1, 2, 0, 5, 1}; // the third column is a + b, the fourth a - b
    float[] broken = {1300, 1, -2, 0, 5, 1};
    assertThat(detector.judge(row).ood()).isFalse();
    assertThat(detector.judge(broken).ood()).isTrue();
  }

  @Test
  void theScoreDoesNotDependOnTheBatch() {
    MemoryDataset fresh = TestData.table(100, 3);
    float[] all = new float[100 * 6];
    for (int i = 0; i < 100; i++) {
      System.arraycopy(fresh.sample(i), 0, all, i * 6, 6);
    }
    List<Verdict> together = detector.judge(all, 100);
    for (int i = 0; i < 100; i++) {
      float alone = detector.judge(Arrays.copyOfRange(all, i * 6, i * 6 + 6)).score();
      assertThat(together.get(i).score())
          .as("row %d", i)
          .isCloseTo(alone, Percentage.withPercentage(0.01));
    }
  }

  @Test
  void unitsOfColumnsDoNotMatter() {
    float[][] others = new float[500][];
    Arrays.setAll(others, i -> inOtherUnits(ROWS.sample(i)));
    MemoryDataset data = MemoryDataset.of("others", ROWS.shape(), ROWS.range(), others);
    try (Detector other = Trainer.fit(data, TestData.tiny(20), new TrainListener() {}).open()) {
      for (int i = 0; i < 50; i++) {
        assertThat(other.judge(others[i]).score())
            .as("row %d", i)
            .isCloseTo(detector.judge(row(ROWS, i)).score(), Percentage.withPercentage(2));
      }
    }
  }

  private static float[] inOtherUnits(float[] row) {
    float[] other = row.clone();
    for (int i = 0; i < row.length; i++) {
      other[i] = (1 << i) * row[i]; // exact, so that rounding makes no difference
    }
    return other;
  }
}
