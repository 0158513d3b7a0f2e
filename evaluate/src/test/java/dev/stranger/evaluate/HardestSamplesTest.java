package dev.stranger.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Energies;
import dev.stranger.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HardestSamplesTest {

  @Test
  void theExtremesOfAStreamAreKeptInOrder() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      HardestSamples highest = HardestSamples.highest(5);
      HardestSamples lowest = HardestSamples.lowest(5);
      float[] scores = new float[200];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = random.nextInt(50); // ties are common
        add(highest, i, scores[i]);
        add(lowest, i, scores[i]);
      }
      Arrays.sort(scores);
      assertThat(scores(lowest)).as("seed %d", seed).containsExactly(first(scores, 0, 1));
      assertThat(scores(highest)).as("seed %d", seed).containsExactly(first(scores, 199, -1));
    }
  }

  @Test
  void ofEqualSamplesTheFirstAreKeptWithTheirOwnValues() {
    HardestSamples highest = HardestSamples.highest(2);
    for (int i = 0; i < 4; i++) {
      add(highest, i, 1);
    }
    List<HardestSamples.Sample> kept = highest.inOrder();
    assertThat(kept).extracting(HardestSamples.Sample::position).containsExactly(0L, 1L);
    assertThat(kept.get(1).values()).containsExactly(1, 10);
  }

  private static void add(HardestSamples hardest, int position, float score) {
    float[] batch = {-1, -1, position, 10 * position};
    Verdict verdict = new Verdict(score, 0.5f, false, new Energies(Energies.ST_RKM, 0, 0, 0, 0));
    hardest.add(position, batch, 2, 2, verdict);
  }

  private static float[] scores(HardestSamples hardest) {
    List<HardestSamples.Sample> kept = hardest.inOrder();
    float[] scores = new float[kept.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = kept.get(i).verdict().score();
    }
    return scores;
  }

  private static float[] first(float[] sorted, int from, int step) {
    float[] first = new float[5];
    for (int i = 0; i < 5; i++) {
      first[i] = sorted[from + i * step];
    }
    return first;
  }
}
