package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.score.Detector;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** One detector and the set it looks at. */
final class JudgedData {

  @Mixin private DetectorData reading;
  @Mixin private DeviceOption device;

  @Option(names = "--detector", required = true, paramLabel = "FILE", description = "Who judges.")
  private Path detector;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "D",
      description = "What is judged: a named set (name[:part]), a file or a folder of pictures.")
  private String data;

  Detector openDetector() {
    return device.open(detector);
  }

  /** What a command may not write over. */
  Outputs outputs(CommandSpec spec) {
    return new Outputs(spec).read("--detector", detector.toString()).read("--data", data);
  }

  Path detectorFile() {
    return detector;
  }

  Dataset openFor(Detector detector) {
    return reading.open(data, detector.metadata());
  }
}
