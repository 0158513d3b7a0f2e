package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;

/** On a GPU libtorch places the training samples that a score compares with. */
class CalibratorTest {

  private final MemoryDataset data = TestData.images("sprites:size=400,seed=1", 28).inMemory();
  private final TrainOptions options = TestData.tiny(1);
  private final byte[] model = Trainer.fit(data, options, TrainListener.NONE).model();
  private final List<String> notes = new ArrayList<>();

  private Calibrator calibrator() {
    TrainListener listener =
        new TrainListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    Compute cpu = Compute.on("cpu");
    Split split = Split.of(data, options.calibration(), options.seed());
    Lesson lesson =
        new Lesson(
            data,
            split.fit(),
            split.heldOut(),
            null,
            Loss.CROSS_ENTROPY,
            options,
            listener,
            null,
            "",
            TrainingPlan.of(data, options, "cpu"),
            cpu);
    DetectorGraph graph = new DetectorGraph(new StRkm().learn(lesson), null, data.shape());
    return new Calibrator(
        data, List.of(), split, options.calibration(), "neighbour", graph, cpu, listener);
  }

  @Test
  void libtorchPlacesTrainingSamplesAsOnnxRuntimeDoes() {
    try (PointerScope scope = new PointerScope()) { // as in training
      Calibrator calibrator = calibrator();
      Placement found = calibrator.placeInLibtorch(model);
      Placement expected = calibrator.placeInOnnxRuntime(model);
      assertThat(notes).isEmpty();
      assertThat(found.rows()).isEqualTo(expected.rows()).isPositive();
      assertThat(found.isCloseTo(expected)).isTrue();
      found.statistics()[0] *= 2;
      assertThat(found.isCloseTo(expected)).isFalse();
    }
  }
}
