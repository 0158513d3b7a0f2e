package dev.stranger.data.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {

  @Test
  void neighbouringSamplesSeedsAndVariantsShareNoNumber() {
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      RandomStreams streams = new RandomStreams(i % 10, i / 10 % 10);
      streams.at(i / 100).longs(50).forEach(seen::add);
    }
    assertThat(seen).hasSize(50_000);
  }

  @Test
  void firstNumbersOfNeighbouringSamplesAreUniform() {
    int[] counts = new int[10];
    RandomStreams streams = new RandomStreams(1, 0);
    for (int i = 0; i < 10_000; i++) {
      counts[streams.at(i).nextInt(counts.length)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(880, 1_120);
    }
  }

  @Test
  void otherKindsHaveOtherStreams() {
    long hearts = RandomStreams.of(1, List.of(SpriteShape.HEART)).at(0).nextLong();
    long squares = RandomStreams.of(1, List.of(SpriteShape.SQUARE)).at(0).nextLong();
    assertThat(hearts).isNotEqualTo(squares);
  }
}
