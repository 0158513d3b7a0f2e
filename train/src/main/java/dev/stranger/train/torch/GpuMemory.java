package dev.stranger.train.torch;

import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.pytorch.global.torch_cuda;

/** How much memory of a GPU is free. */
final class GpuMemory {

  private GpuMemory() {}

  /** In bytes; without the CUDA runtime of the presets nobody knows, and all is taken for free. */
  static long free(byte gpu) {
    try (SizeTPointer free = new SizeTPointer(1);
        SizeTPointer total = new SizeTPointer(1)) {
      torch_cuda.set_device(gpu);
      CudaStream.check(cudart.cudaMemGetInfo(free, total));
      return free.get();
    } catch (LinkageError e) {
      return Long.MAX_VALUE;
    }
  }
}
