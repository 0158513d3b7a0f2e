package dev.stranger.train.torch;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** What libtorch calls autocast: it rounds what a thread convolves and multiplies on a GPU. */
final class Bf16 {

  private Bf16() {}

  static Tensor run(Supplier<Tensor> pass) {
    torch.set_autocast_dtype(DeviceType.CUDA, ScalarType.BFloat16);
    // Weights that were rounded outside of a recording would be replayed for ever.
    torch.set_autocast_cache_enabled(false);
    torch.set_autocast_enabled(DeviceType.CUDA, true);
    try {
      return pass.get().to(ScalarType.Float);
    } finally {
      torch.set_autocast_enabled(DeviceType.CUDA, false);
    }
  }
}
