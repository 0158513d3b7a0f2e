package dev.stranger.train.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.torch.Compute;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrainingSetTest {

  private final Compute compute = Compute.on("cpu");

  /** All 256 levels: what is kept in a byte must come back to the last bit. */
  @Test
  void samplesComeBackAsTheyWere() {
    float[] levels = new float[256];
    IntStream.range(0, 256).forEach(level -> levels[level] = level / 255f);
    assertComesBack(levels);
  }

  @Test
  void valuesBetweenTwoLevelsAreNotRounded() {
    assertComesBack(0, 0.5f, 1, 0.25f);
    assertComesBack(0, 1 / 255f, Math.nextUp(2 / 255f), 1);
    assertComesBack(-3, 2000, 0, 1);
  }

  private void assertComesBack(float... sample) {
    float[] other = new float[sample.length];
    MemoryDataset data =
        MemoryDataset.of("some", Shape.of(sample.length), Range.ANY, other, sample);
    TrainingSet set = TrainingSet.of(compute, data, new int[] {1, 0}, null);
    assertThat(Compute.floats(set.slice(0, 1).samples())).isEqualTo(sample);
    assertThat(Compute.floats(set.at(compute.integers(1, 0)).samples().narrow(0, 1, 1)))
        .isEqualTo(sample);
  }
}
