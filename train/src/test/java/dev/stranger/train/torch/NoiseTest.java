package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;

class NoiseTest {

  private final Compute compute = Compute.on("cpu");
  private final Noise noise = compute.noise();

  /** What a step asks for. */
  private List<float[]> step() {
    try (PointerScope scope = new PointerScope()) {
      return List.of(
          Compute.floats(noise.normal(3, 20)),
          Compute.floats(noise.positions(5, 1000)),
          Compute.floats(noise.normal(7)));
    }
  }

  private List<List<float[]>> steps(LongConsumer begin) {
    List<List<float[]>> steps = new ArrayList<>();
    for (long seed = 0; seed < 4; seed++) {
      begin.accept(seed);
      steps.add(step());
    }
    return steps;
  }

  @Test
  void aRecordedStepReadsTheNumbersThatItWouldHaveDrawn() {
    List<List<float[]>> drawn = steps(noise::begin);
    List<List<float[]>> read = steps(noise::beginRecorded);
    assertThat(read).usingRecursiveComparison().isEqualTo(drawn);
    assertThat(read.get(1).get(0)).isNotEqualTo(read.get(2).get(0));
  }

  @Test
  void aRecordedStepFindsItsNumbersInTheSamePlace() {
    noise.beginRecorded(1);
    Tensor first = noise.normal(4, 4);
    noise.beginRecorded(2);
    assertThat(noise.normal(4, 4).data_ptr()).isEqualTo(first.data_ptr());
  }

  @Test
  void evaluationsInBetweenChangeNothing() {
    noise.beginRecorded(1);
    noise.normal(4, 4);
    noise.begin(9);
    noise.normal(100);
    noise.beginRecorded(2);
    float[] after = Compute.floats(noise.normal(4, 4));
    noise.begin(2);
    assertThat(after).isEqualTo(Compute.floats(noise.normal(4, 4)));
  }

  @Test
  void aRecordedStepMustNotChangeItsMind() {
    noise.beginRecorded(1);
    noise.normal(4, 4);
    noise.beginRecorded(2);
    assertThatThrownBy(() -> noise.normal(4, 5)).isInstanceOf(IllegalStateException.class);
    noise.forget();
    noise.beginRecorded(2);
    assertThat(noise.normal(4, 5).numel()).isEqualTo(20);
  }

  /** libtorch's own generator is the process's: several trainings at once would share it. */
  @Test
  void whoeverElseDrawsChangesNothing() {
    noise.begin(5);
    float[] alone = Compute.floats(noise.startEven(1, 10));
    noise.begin(5);
    torch.rand(100);
    Compute.on("cpu").noise().normal(3);
    assertThat(Compute.floats(noise.startEven(1, 10))).isEqualTo(alone);
  }
}
