package dev.stranger.cli;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stranger demo}. */
@Command(
    name = "demo",
    description = "Train, judge and report on generated data, in under a minute.")
final class DemoCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "demo",
      description =
          "Folder for the detector, the pictures and the verdicts (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Override
  public void run() {
    new Demo(spec.commandLine().getOut(), out, Demo.OPTIONS).run();
  }
}
