package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.DeviceException;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComputeTest {

  @ParameterizedTest
  @CsvSource({
    "cpu, cpu",
    "cuda, cuda:0",
    "cuda:1, cuda:1",
    "cuda-bf16, cuda:0-bf16",
    "cuda:1-bf16, cuda:1-bf16"
  })
  void aDeviceHasOneFullName(String name, String full) {
    assertThat(Compute.fullName(name)).isEqualTo(full);
    assertThat(Compute.fullName(full)).isEqualTo(full);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "cpu-bf16", "cuda-fp8", "bf16"})
  void anUnknownDeviceIsRefused(String name) {
    assertThatThrownBy(() -> Compute.on(name))
        .isInstanceOf(DeviceException.class)
        .hasMessage("there is no device '%s'; use auto, cpu, cuda or cuda-bf16".formatted(name));
  }

  @Test
  void aGpuHasRoomForWhatItsFreeMemoryHolds() {
    assumeTrue(Compute.hasCuda(), "there is no GPU");
    Compute compute = Compute.on("cuda");
    assertThat(compute.hasRoomFor(1 << 20)).isTrue();
    assertThat(compute.hasRoomFor(1L << 50)).isFalse();
  }

  @Test
  void onlyQuickPassesThroughANetworkAreCoarse() {
    assumeTrue(Compute.hasCuda(), "there is no GPU");
    Compute compute = Compute.on("cuda-bf16");
    Tensor x = compute.move(torch.rand(64, 64));
    Supplier<Tensor> pass = () -> x.mm(x);
    compute.quickly(
        () -> {
          assertThat(isCoarse(compute.coarsely(pass))).as("quick").isTrue();
          assertThat(isCoarse(compute.exactly(() -> compute.coarsely(pass)))).isFalse();
          assertThat(isCoarse(pass.get())).as("beside the network").isFalse();
        });
    assertThat(isCoarse(compute.coarsely(pass))).as("not quick").isFalse();
    Compute usual = Compute.on("cuda");
    usual.quickly(() -> assertThat(isCoarse(usual.coarsely(pass))).as("not asked for").isFalse());
  }

  /** Whether floats have no more digits than bf16 has. */
  private static boolean isCoarse(Tensor floats) {
    assertThat(floats.scalar_type().intern()).isEqualTo(ScalarType.Float);
    return floats.to(ScalarType.BFloat16).to(ScalarType.Float).equal(floats);
  }
}
