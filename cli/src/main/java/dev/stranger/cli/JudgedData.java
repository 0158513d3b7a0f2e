package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.score.Detector;
import dev.stranger.score.onnx.CheckedModel;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One detector and the set it looks at. */
final class JudgedData {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private DetectorData reading;
  @Mixin private DeviceOption device;

  @Option(
      names = "--detector",
      required = true,
      paramLabel = "FILE",
      description = "Detector file.")
  private Path detector;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "D",
      description =
          "Data to judge: a named set (name[:part]), a file, or a folder of pictures or tables.")
  private String data;

  /** Checks the options that say how the data is read, too. */
  Detector openDetector() {
    reading.requireMeaning(spec, List.of(data));
    return device.open(detector);
  }

  /** The file as it is now, checked as {@link #openDetector} does. */
  CheckedModel readDetector() {
    reading.requireMeaning(spec, List.of(data));
    return device.read(detector);
  }

  Detector open(CheckedModel model) {
    return device.open(model);
  }

  /** What a command may not write over. */
  Outputs outputs() {
    return new Outputs(spec).read("--detector", detector.toString()).read("--data", data);
  }

  Path detectorFile() {
    return detector;
  }

  Dataset openFor(Detector detector) {
    return openFor(detector, false);
  }

  /** As {@link DetectorData#open}. */
  Dataset openFor(Detector detector, boolean strict) {
    return reading.open(data, detector.metadata(), strict, spec.commandLine().getErr());
  }
}
