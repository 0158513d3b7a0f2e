package dev.stranger.cli;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stranger demo}. */
@Command(
    name = "demo",
    description = "Make data, score it and show how well strangers stand out; needs no download.")
final class DemoCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "demo",
      description = "Folder for the pictures and the scores (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Override
  public void run() {
    new Demo(spec.commandLine().getOut(), out).run();
  }
}
