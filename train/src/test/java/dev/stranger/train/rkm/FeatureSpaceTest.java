package dev.stranger.train.rkm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.net.Network;
import dev.stranger.train.net.TestNetworks;
import dev.stranger.train.torch.Compute;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FeatureSpaceTest {

  private static final Compute CPU = Compute.on("cpu");
  private static final Network IDENTITY = TestNetworks.identity(CPU, 2);

  private static TrainingSet set(float[]... rows) {
    MemoryDataset data = MemoryDataset.of("rows", Shape.of(2), Range.ANY, rows);
    return TrainingSet.of(CPU, data, IntStream.range(0, rows.length).toArray(), null);
  }

  @Test
  void aSampleOfWeightTwoCountsAsTwoSamples() {
    float[] a = {1, 2};
    float[] b = {-3, 1};
    float[] c = {0, 5};
    FeatureSpace weighted = FeatureSpace.of(IDENTITY, set(a, b, c), new float[] {2, 1, 1}, 1);
    FeatureSpace copied = FeatureSpace.of(IDENTITY, set(a, b, c, a), 1);
    assertThat(weighted.mean()).containsExactly(copied.mean(), Offset.offset(1e-6f));
    assertThat(weighted.u()).containsExactly(copied.u(), Offset.offset(1e-6f));
    assertThat(weighted.eigenvalues()).containsExactly(copied.eigenvalues(), Offset.offset(1e-9));
  }

  @Test
  void anOutlierThatHardlyCountsDoesNotTurnTheSubspace() {
    TrainingSet data = set(new float[] {-1, 0}, new float[] {1, 0}, new float[] {0, 100});
    FeatureSpace robust = FeatureSpace.of(IDENTITY, data, new float[] {1, 1, 1e-6f}, 1);
    assertThat(robust.u()).containsExactly(new float[] {1, 0}, Offset.offset(0.01f));
    assertThat(FeatureSpace.of(IDENTITY, data, 1).u())
        .containsExactly(new float[] {0, 1}, Offset.offset(0.01f));
  }
}
