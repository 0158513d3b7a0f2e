package dev.stranger.score;

import dev.stranger.DeviceException;

/**
 * Where a detector judges.
 *
 * @param number of the GPU, where the machine has several
 */
public record Device(Kind kind, int number) {

  /** What there is to choose from. */
  public enum Kind {
    CPU,
    CUDA,
    /** A GPU where there is one that works, else the CPU. */
    AUTO
  }

  public static final Device CPU = new Device(Kind.CPU, 0);
  public static final Device AUTO = new Device(Kind.AUTO, 0);

  /**
   * @param name {@code cpu}, {@code cuda}, {@code cuda:1} or {@code auto}
   * @throws DeviceException when it is none of these
   */
  public static Device of(String name) {
    if (name.matches("cuda(:\\d{1,3})?")) {
      return new Device(Kind.CUDA, name.length() > 4 ? Integer.parseInt(name.substring(5)) : 0);
    }
    requireForJudging(name);
    return switch (name) {
      case "cpu" -> CPU;
      case "auto" -> AUTO;
      default ->
          throw new DeviceException("there is no device '" + name + "'; use auto, cpu or cuda");
    };
  }

  private static void requireForJudging(String name) {
    if (name.matches("cuda(:\\d{1,3})?-bf16")) {
      throw new DeviceException(
          "device '%s' is for training, judging is always in full floats; use %s"
              .formatted(name, name.replace("-bf16", "")));
    }
  }

  /**
   * Whether the ONNX Runtime at hand was built for GPUs; the machine may still have none.
   *
   * @throws DeviceException when it cannot be loaded
   */
  public static boolean onnxRuntimeHasCuda() {
    return OnnxRuntime.hasCuda();
  }

  /** The name that it is asked for by. */
  @Override
  public String toString() {
    return switch (kind) {
      case CPU -> "cpu";
      case AUTO -> "auto";
      case CUDA -> "cuda:" + number;
    };
  }
}
