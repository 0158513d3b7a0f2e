package dev.stranger.train.torch;

import dev.stranger.DeviceException;
import java.io.File;
import java.io.IOException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/** The native libraries of libtorch, and what to say where one is missing. */
public final class Libtorch {

  /** JavaCPP's bound on the memory of the process: four times the Java heap, which needs little. */
  private static final String BOUND = "org.bytedeco.javacpp.maxPhysicalBytes";

  static {
    if (System.getProperty(BOUND) == null) {
      System.setProperty(BOUND, "0");
    }
  }

  private Libtorch() {}

  /**
   * Once is enough, more do no harm. To be called before anything else of JavaCPP is.
   *
   * @throws DeviceException when a library is missing or does not fit
   */
  public static void load() {
    try {
      Loader.load(torch.class);
    } catch (LinkageError e) {
      throw new DeviceException(
          ("libtorch cannot be loaded (%s); it takes 450 MB %s, and docs/gpu.md says what it needs"
                  + " for a GPU")
              .formatted(reason(e), place()),
          e);
    }
  }

  /** Where its libraries are unpacked, once for all runs. */
  private static String place() {
    try {
      File folder = Loader.getCacheDir();
      return "in %s, which has %,d MB free (-Dorg.bytedeco.javacpp.cachedir=FOLDER for another)"
          .formatted(folder, folder.getUsableSpace() >> 20);
    } catch (IOException e) {
      return "in a folder that can be written (-Dorg.bytedeco.javacpp.cachedir=FOLDER)";
    }
  }

  /** Why there is no GPU, which libtorch does not say of itself: it goes on without CUDA. */
  static String whyNoGpu() {
    return NoGpu.REASON;
  }

  /** Found out once: Java names another reason when a class fails to load for the second time. */
  private static final class NoGpu {

    static final String REASON = find();

    private static String find() {
      try {
        Loader.load(torch_cuda.class);
        return "the driver knows none";
      } catch (LinkageError e) {
        String reason = reason(e);
        return reason.startsWith("Could not find")
            ? "libtorch is here without CUDA, which STRANGER_GPU=1 brings"
            : reason;
      }
    }
  }

  /**
   * What went wrong, in a line. The loader has the true reason as a cause, behind the path of the
   * library that it loaded; libtorch ends its messages with a stack trace.
   */
  public static String reason(Throwable complaint) {
    boolean hidden = complaint instanceof LinkageError && complaint.getCause() != null;
    String message = String.valueOf((hidden ? complaint.getCause() : complaint).getMessage());
    return message.lines().findFirst().orElse("").replaceFirst("^/.*?: ", "");
  }
}
