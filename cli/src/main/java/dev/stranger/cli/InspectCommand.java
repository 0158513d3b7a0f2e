package dev.stranger.cli;

import dev.stranger.score.Detector;
import dev.stranger.score.DetectorFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stranger inspect FILE}. */
@Command(name = "inspect", description = "Check a detector file and show what is in it.")
final class InspectCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private TrustOption trust;

  @Parameters(paramLabel = "FILE", description = "Detector file.")
  private Path file;

  @Option(names = "--verify", description = "Also say that it judges as when it was trained.")
  private boolean verify;

  @Option(names = "--json", description = "Print everything as JSON, with the training curve.")
  private boolean json;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (Detector detector = Detector.open(file, trust.options())) {
      if (json) {
        DetectorJson.of(detector, DetectorFile.isSigned(file)).lines().forEach(out::println);
      } else {
        new DetectorText(out).print(detector, signature());
      }
      if (verify && !json) {
        out.println("checksum, shapes and test samples: as when it was trained");
      }
      out.flush();
    }
  }

  private String signature() {
    if (trust.isGiven()) {
      return "of a key that is trusted";
    }
    return DetectorFile.isSigned(file)
        ? "there is one; --trust KEY.pem says whether it is right"
        : "none";
  }
}
