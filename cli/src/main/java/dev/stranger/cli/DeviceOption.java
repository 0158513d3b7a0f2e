package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import dev.stranger.score.Device;
import dev.stranger.score.Device.Kind;
import dev.stranger.score.Metadata;
import dev.stranger.score.OpenOptions;
import dev.stranger.score.onnx.CheckedModel;
import dev.stranger.train.engine.TorchEngine;
import dev.stranger.train.torch.Compute;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say where detectors judge, and whose are opened. */
final class DeviceOption {

  @Mixin private TrustOption trust;

  @Option(
      names = "--device",
      defaultValue = "cpu",
      paramLabel = "DEVICE",
      description =
          "cpu, cuda, cuda:1, or auto: a GPU if ONNX Runtime has one (default: ${DEFAULT-VALUE}).")
  private String device;

  /**
   * @throws DataException when the file is no detector or not signed as asked for, or there is no
   *     such device
   */
  Detector open(Path file) {
    Device wanted = Device.of(device);
    OpenOptions options = trust.options().with(wanted);
    return isForLibtorch(wanted)
        ? TorchEngine.open(file, Compute.on(device), options)
        : Detector.open(file, options);
  }

  /** The same of a file that was read before. */
  Detector open(CheckedModel model) {
    Device wanted = Device.of(device);
    return isForLibtorch(wanted)
        ? Detector.of(TorchEngine.load(model, Compute.on(device)), model.place())
        : Detector.open(model.bytes(), model.place(), trust.options().with(wanted));
  }

  /** Reads and checks a file, but does not run it. */
  CheckedModel read(Path file) {
    return DetectorFile.read(file, trust.options());
  }

  /** What a file says of itself, without running it. */
  Metadata metadata(Path file) {
    return DetectorFile.metadata(file, trust.options());
  }

  /**
   * Whoever can train on a GPU can judge on it too; whoever cannot is told the same as when
   * training, as the launcher has a switch for libtorch's GPU and none for ONNX Runtime's.
   */
  private static boolean isForLibtorch(Device wanted) {
    return wanted.kind() == Kind.CUDA && !Device.onnxRuntimeHasCuda();
  }
}
