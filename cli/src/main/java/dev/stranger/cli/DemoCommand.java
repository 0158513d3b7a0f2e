package dev.stranger.cli;

import dev.stranger.server.ServerOptions;
import java.io.PrintWriter;
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

  @Option(names = "--serve", description = "Then serve the detector, and open its page.")
  private boolean serve;

  @Option(
      names = "--port",
      defaultValue = "8080",
      paramLabel = "N",
      description = "Port to serve at; 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Override
  public void run() {
    PrintWriter screen = spec.commandLine().getOut();
    Path detector = new Demo(screen, out, Demo.OPTIONS).run();
    if (serve) {
      Serving.run(ServerOptions.of(detector).withPort(port), false, screen, Serving::openPage);
    }
  }
}
