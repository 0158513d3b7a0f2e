package dev.stranger.train.torch;

import org.bytedeco.cuda.cudart.cudaDeviceProp;
import org.bytedeco.cuda.global.cudart;

/** What a GPU calls itself. */
final class GpuName {

  private GpuName() {}

  /** Empty when it cannot be asked: training works without the CUDA runtime of the presets. */
  static String of(int index) {
    try (cudaDeviceProp properties = new cudaDeviceProp()) {
      boolean known = cudart.cudaGetDeviceProperties(properties, index) == 0;
      return known ? properties.name().getString() : "";
    } catch (RuntimeException | LinkageError e) {
      return "";
    }
  }
}
