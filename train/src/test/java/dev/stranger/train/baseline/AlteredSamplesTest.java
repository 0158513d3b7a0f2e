package dev.stranger.train.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.TestData;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlteredSamplesTest {

  @Test
  void everySampleIsAlteredOnceAndStaysInItsRange() {
    Dataset images = TestData.images("strokes:size=61", 16);
    for (Dataset normal : List.of(images, TestData.heartbeats(61, 1), TestData.table(61, 1))) {
      MemoryDataset altered = AlteredSamples.of(normal, 1).inMemory();
      MemoryDataset before = normal.inMemory();
      assertThat(altered.size()).isEqualTo(61);
      assertThat(altered.range()).isEqualTo(normal.range());
      int same = 0;
      for (int i = 0; i < 61; i++) {
        for (int k = 0; k < 61; k++) {
          same += Arrays.equals(altered.sample(i), before.sample(k)) ? 1 : 0;
        }
      }
      assertThat(same).as("of 61 samples of %s, unchanged", normal.name()).isLessThan(6);
    }
  }

  @Test
  void theSameSeedGivesTheSameStrangers() {
    Dataset normal = TestData.table(20, 1);
    assertThat(samples(AlteredSamples.of(normal, 1)))
        .isEqualTo(samples(AlteredSamples.of(normal, 1)));
    assertThat(samples(AlteredSamples.of(normal, 2)))
        .isNotEqualTo(samples(AlteredSamples.of(normal, 1)));
  }

  private static float[][] samples(Dataset data) {
    MemoryDataset held = data.inMemory();
    float[][] samples = new float[(int) held.size()][];
    Arrays.setAll(samples, held::sample);
    return samples;
  }

  @Test
  void samplesWithoutRoomForAnAlterationAreRefused() {
    Dataset numbers = MemoryDataset.of("numbers", Shape.of(1), Range.ANY, new float[1]);
    assertThatThrownBy(() -> AlteredSamples.of(numbers, 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no strangers can be made of numbers, its samples are 1");
  }
}
