package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;

/** On a GPU libtorch places the training samples that a score compares with. */
class PlacedSamplesTest {

  private static final Set<String> NAMES = Set.of("statistics", "coordinates");

  private final MemoryDataset data = TestData.images("sprites:size=400,seed=1", 28).inMemory();
  private final TrainOptions options = TestData.tiny(1);
  private final byte[] model = Trainer.fit(data, options, TrainListener.NONE).model();
  private final int[] fit = TestData.fitted(data, options);
  private final List<String> notes = new ArrayList<>();

  private PlacedSamples samples() {
    TrainListener listener =
        new TrainListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    return new PlacedSamples(model, data, fit, Compute.on("cpu"), listener);
  }

  @Test
  void libtorchPlacesTrainingSamplesAsOnnxRuntimeDoes() {
    try (PointerScope scope = new PointerScope()) { // as in training
      Placement found = samples().inLibtorch(NAMES, fit);
      Placement expected = samples().inOnnxRuntime(NAMES, fit);
      assertThat(notes).isEmpty();
      assertThat(found.rows()).isEqualTo(expected.rows()).isPositive();
      assertThat(found.isCloseTo(expected)).isTrue();
      found.outputs().get("statistics")[0] *= 2;
      assertThat(found.isCloseTo(expected)).isFalse();
    }
  }

  @Test
  void samplesThatDoNotCountAreLeftOut() {
    int width = samples().outputs(NAMES, sample -> true).get("coordinates").length / fit.length;
    float[] odd = samples().outputs(NAMES, sample -> sample % 2 == 1).get("coordinates");
    assertThat(odd).hasSize(fit.length / 2 * width);
    assertThat(odd)
        .isEqualTo(
            samples()
                .inOnnxRuntime(
                    NAMES, IntStream.range(0, fit.length / 2).map(i -> fit[2 * i + 1]).toArray())
                .outputs()
                .get("coordinates"));
  }
}
