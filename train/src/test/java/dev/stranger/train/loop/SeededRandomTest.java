package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeededRandomTest {

  /** The first step's noise once came from what shuffles the split. */
  @Test
  void noiseIsNotDrawnWithWhatShuffles() {
    Set<Long> drawn = new HashSet<>();
    for (long number = -1; number < 1000; number++) {
      assertThat(drawn.add(SeededRandom.ofEpoch(7, number).nextLong()))
          .as("shuffle %d", number)
          .isTrue();
      assertThat(drawn.add(SeededRandom.ofStep(7, number, 0).nextLong()))
          .as("noise %d", number)
          .isTrue();
    }
  }

  @Test
  void everyRankDrawsOtherNumbersAndTheFirstOneThoseOfOneAlone() {
    Set<Long> drawn = new HashSet<>();
    for (int rank = 0; rank < 100; rank++) {
      assertThat(drawn.add(SeededRandom.ofEpoch(7, 3, rank).nextLong())).isTrue();
      assertThat(drawn.add(SeededRandom.ofStep(7, 3, rank).nextLong())).isTrue();
    }
    assertThat(SeededRandom.ofEpoch(7, 3, 0).nextLong())
        .isEqualTo(SeededRandom.ofEpoch(7, 3).nextLong());
  }
}
