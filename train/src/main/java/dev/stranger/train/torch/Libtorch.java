package dev.stranger.train.torch;

import dev.stranger.DeviceException;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/** The native libraries of libtorch, and what to say where one is missing. */
public final class Libtorch {

  /** JavaCPP's bound on the memory of the process: four times the Java heap, which needs little. */
  private static final String BOUND = "org.bytedeco.javacpp.maxPhysicalBytes";

  /** Those that the natives of libtorch are published for. */
  private static final List<String> PLATFORMS =
      List.of("linux-x86_64", "macosx-arm64", "windows-x86_64");

  private static final String NOT_FOUND = "Could not find";

  static {
    if (System.getProperty(BOUND) == null) {
      System.setProperty(BOUND, "0");
    }
  }

  private Libtorch() {}

  /**
   * Once is enough, more do no harm. To be called before anything else of JavaCPP is.
   *
   * @throws DeviceException when libtorch does not exist for this platform, or a library is missing
   *     or does not fit
   */
  public static void load() {
    String platform = Loader.getPlatform();
    if (!PLATFORMS.contains(platform)) {
      throw new DeviceException(
          "libtorch has no natives for %s; train on %s; judging works here"
              .formatted(platform, String.join(", ", PLATFORMS)));
    }
    try {
      Loader.load(torch.class);
    } catch (LinkageError e) {
      throw new DeviceException(complaint(reason(e), platform), e);
    }
  }

  private static String complaint(String reason, String platform) {
    return reason.startsWith(NOT_FOUND)
        ? ("the natives of libtorch are not on the class path (%s); add org.bytedeco:pytorch,"
                + " openblas and javacpp with the classifier %s")
            .formatted(reason, platform)
        : ("libtorch cannot be loaded (%s); it takes 450 MB %s, and docs/gpu.md says what it needs"
                + " for a GPU")
            .formatted(reason, place());
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
        return reason.startsWith(NOT_FOUND)
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
