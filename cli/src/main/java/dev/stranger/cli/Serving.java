package dev.stranger.cli;

import dev.stranger.server.LogFormat;
import dev.stranger.server.ServerOptions;
import dev.stranger.server.StrangerServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Serves until a signal ends the process. */
final class Serving {

  private static final System.Logger LOG = System.getLogger("dev.stranger.server");

  private Serving() {}

  /**
   * @param json whether to log JSON
   * @param whenStarted takes the address of the page
   */
  static void run(ServerOptions options, boolean json, PrintWriter out, Consumer<URI> whenStarted) {
    LogFormat.use(json);
    StrangerServer server = StrangerServer.start(options);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
    String started =
        "serving %s at %s".formatted(String.join(", ", server.detectors()), server.address());
    if (json) {
      LOG.log(Level.INFO, started);
    } else {
      out.println(started + " (Ctrl-C stops)");
      out.flush();
    }
    whenStarted.accept(server.address());
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Opens a browser where there is one; the address is on the screen in any case. */
  static void openPage(URI page) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("win")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", page.toString())
            : List.of(system.contains("mac") ? "open" : "xdg-open", page.toString());
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      return; // no browser here
    }
  }
}
