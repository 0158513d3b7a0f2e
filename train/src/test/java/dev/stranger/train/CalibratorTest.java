package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.MemoryDataset;
import dev.stranger.score.Detector;
import dev.stranger.train.rkm.Loss;
import dev.stranger.train.slope.TorchEngine;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;

class CalibratorTest {

  /** On a GPU libtorch does it. */
  @Test
  void libtorchPlacesTrainingSamplesAsOnnxRuntimeDoes() {
    MemoryDataset data = TestData.images("sprites:size=400,seed=1", 28).inMemory();
    TrainOptions options = TestData.tiny(1);
    try (PointerScope scope = new PointerScope()) { // as in training
      Calibrator calibrator = trained(data, options);
      byte[] model = calibrator.finishInLibtorch("{}");
      TorchEngine engine = TorchEngine.load(model, calibrator.compute(), "");
      Detector.of(engine, "").close(); // or ONNX Runtime would have done it
      try (Detector one = open(calibrator.finish("{}"));
          Detector other = open(model)) {
        assertThat(other.verify()).isEmpty();
        float[] expected = one.calibration().scores();
        float[] found = other.calibration().scores();
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
          assertThat(found[i]).isCloseTo(expected[i], within(1e-4f * expected[i]));
        }
      }
    }
  }

  private static Calibrator trained(MemoryDataset data, TrainOptions options) {
    Split split = Split.of(data, options.calibration(), options.seed());
    Lesson lesson =
        new Lesson(
            data,
            split.fit(),
            split.heldOut(),
            null,
            Loss.CROSS_ENTROPY,
            options,
            TrainListener.NONE,
            null,
            "");
    DetectorGraph graph = new DetectorGraph(new StRkm().learn(lesson), null, data.shape());
    return new Calibrator(
        data,
        List.of(),
        split,
        options.calibration(),
        ScoreModel.NEIGHBOUR,
        graph,
        lesson.compute());
  }

  private static Detector open(byte[] model) {
    return Detector.openUnverified(model, "the trained model");
  }
}
