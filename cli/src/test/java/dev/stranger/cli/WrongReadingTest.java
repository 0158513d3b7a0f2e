package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import org.junit.jupiter.api.Test;

class WrongReadingTest {

  private static Dataset pictures(Range range, float lowest) {
    float[] sample = new float[16 * 100];
    sample[7] = lowest;
    return MemoryDataset.of("x.npy", Shape.image(1, 16, 100), range, sample, sample);
  }

  @Test
  void picturesWithNegativeValuesMayBeSeries() {
    assertThat(WrongReading.note(pictures(Range.ANY, -1)))
        .hasValueSatisfying(
            note ->
                assertThat(note)
                    .contains("x.npy are read as pictures of 16x100, and have values below 0")
                    .contains("if they are series of 16 channels, add --series"));
    assertThat(WrongReading.note(pictures(Range.UNIT, 0.5f))).isEmpty();
  }
}
