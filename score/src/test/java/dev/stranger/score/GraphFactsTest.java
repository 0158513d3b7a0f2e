package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphFactsTest {

  @Test
  void aGpuTakesFewerOfLargeSamples() {
    assertThat(batch(1, 28, 28)).isEqualTo(4096);
    assertThat(batch(3, 224, 224)).isBetween(16, 64);
    assertThat(batch(3, 4000, 4000)).isEqualTo(1);
  }

  private static int batch(long channels, long height, long width) {
    long[] input = {-1, channels, height, width};
    return new GraphFacts(Map.of(), Map.of("x", input), Map.of()).gpuBatch();
  }
}
