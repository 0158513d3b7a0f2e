package dev.stranger.score;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtProvider;
import dev.stranger.DeviceException;
import java.io.File;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ONNX Runtime of this process. From 1.29 on it keeps telemetry on Linux: it writes the
 * metadata of every model that it opens into the user's cache folder and looks a host up, unless a
 * variable of the environment forbids it. Such a one is refused.
 */
final class OnnxRuntime {

  static final String NO_TELEMETRY = "ORT_DISABLE_TELEMETRY";

  private static final int FIRST_WITH_TELEMETRY = 29;

  private OnnxRuntime() {}

  /** Made when it is first needed; a process whose first try fails can never load it. */
  private static final class Environment {
    // What goes wrong is thrown; its own words on the console would only repeat it.
    static final OrtEnvironment INSTANCE =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "stranger");
  }

  /**
   * @throws DeviceException when this version would keep telemetry, or cannot be loaded
   */
  static OrtEnvironment environment() {
    // Known without its native library, which is not loaded when it is refused.
    requireSilent(
        OrtEnvironment.class.getPackage().getImplementationVersion(), System.getenv(NO_TELEMETRY));
    OrtEnvironment environment = loaded(() -> Environment.INSTANCE);
    requireSilent(environment.getVersion(), System.getenv(NO_TELEMETRY));
    return environment;
  }

  /**
   * Whether it was built for GPUs.
   *
   * @throws DeviceException when it cannot be loaded
   */
  static boolean hasCuda() {
    return loaded(OrtEnvironment::getAvailableProviders).contains(OrtProvider.CUDA);
  }

  /** Its first use unpacks its native library and loads it. */
  private static <T> T loaded(Supplier<T> use) {
    try {
      return use.get();
    } catch (LinkageError e) {
      File folder = new File(System.getProperty("java.io.tmpdir"));
      throw new DeviceException(
          ("ONNX Runtime cannot unpack and load its library in %s, which has %,d MB free (%s); free"
                  + " some space there or choose another folder with"
                  + " JDK_JAVA_OPTIONS=-Djava.io.tmpdir=FOLDER, and start again")
              .formatted(folder, folder.getUsableSpace() >> 20, root(e)),
          e);
    }
  }

  private static Throwable root(Throwable e) {
    return e.getCause() == null ? e : root(e.getCause());
  }

  /**
   * @param version such as 1.28.0; null when it is not known
   * @param variable the value of {@link #NO_TELEMETRY}
   */
  static void requireSilent(@Nullable String version, @Nullable String variable) {
    if (version != null && hasTelemetry(version) && !"1".equals(variable)) {
      throw new DeviceException(
          "ONNX Runtime %s would write what is in a detector to the user's cache folder; use 1.28.0,"
                  .formatted(version)
              + " or set the variable %s=1 (docs/security.md)".formatted(NO_TELEMETRY));
    }
  }

  /** Whatever is not known to be older is taken for newer. */
  private static boolean hasTelemetry(String version) {
    return !version.matches("1\\.\\d{1,2}(\\D.*)?")
        || Integer.parseInt(version.split("\\D")[1]) >= FIRST_WITH_TELEMETRY;
  }
}
