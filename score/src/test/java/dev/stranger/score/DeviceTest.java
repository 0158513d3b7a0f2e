package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.DeviceException;
import dev.stranger.score.onnx.AllowedOperators;
import dev.stranger.score.onnx.CheckedModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTest {

  @ParameterizedTest
  @CsvSource({"cpu,cpu", "auto,auto", "cuda,cuda:0", "cuda:1,cuda:1"})
  void aDeviceIsKnownByItsName(String name, String device) {
    assertThat(Device.of(name)).hasToString(device).isEqualTo(Device.of(device));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "CPU", "cuda:", "cuda:-1", "cuda:1234", ""})
  void otherNamesAreRefusedWithThoseThereAre(String name) {
    assertThatThrownBy(() -> Device.of(name))
        .isInstanceOf(DeviceException.class)
        .hasMessage("there is no device '" + name + "'; use auto, cpu or cuda");
  }

  @ParameterizedTest
  @CsvSource({"cuda-bf16,cuda", "cuda:1-bf16,cuda:1"})
  void aDeviceForTrainingIsRefusedWithTheOneThatJudges(String name, String device) {
    assertThatThrownBy(() -> Device.of(name))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "device '%s' is for training, judging is always in full floats; use %s"
                .formatted(name, device));
  }

  @Test
  void aGpuThatOnnxRuntimeDoesNotKnowIsRefusedWithTheRemedy() {
    assumeFalse(Device.onnxRuntimeHasCuda());
    assertThatThrownBy(
            () -> OnnxEngine.open(model(), OpenOptions.DEFAULT.with(Device.of("cuda:1"))))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "f.onnx cannot be opened on cuda:1 (ONNX Runtime is here without CUDA); take"
                + " onnxruntime_gpu instead of onnxruntime, with CUDA 12 and cuDNN 9"
                + " (docs/gpu.md), or use the CPU");
  }

  @Test
  void withoutAGpuAutoIsTheCpu() {
    assumeFalse(Device.onnxRuntimeHasCuda());
    try (Engine engine = OnnxEngine.open(model(), OpenOptions.DEFAULT.with(Device.AUTO))) {
      assertThat(engine.batchSize()).isEqualTo(model().cpuBatch());
    }
  }

  private static CheckedModel model() {
    return CheckedModel.of(
        SmallDetector.plain().build().toByteArray(), "f.onnx", AllowedOperators.OF_STRANGER);
  }
}
