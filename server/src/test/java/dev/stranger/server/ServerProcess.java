package dev.stranger.server;

import dev.stranger.server.live.DriftOptions;
import dev.stranger.server.live.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, which can be killed. */
final class ServerProcess implements AutoCloseable {

  private static final Limits SMALL =
      Limits.DEFAULT
          .withBodyBytes(1 << 20)
          .withInstances(64)
          .withPicturePixels(1 << 20)
          .withRequestTime(Duration.ofSeconds(10));

  private static final Limits LARGE = Limits.DEFAULT.withBodyBytes(16 << 20);

  private static final String SAVING = "test.saving";

  private final Process process;
  private final int port;

  /** Serves a folder until its input ends. */
  public static void main(String[] args) throws IOException {
    ServerOptions options =
        ServerOptions.of(Path.of(args[0]))
            .withPort(Integer.parseInt(args[1]))
            .with(args[2].equals("small") ? SMALL : LARGE)
            .with(new DriftOptions(1_000, 50, Duration.parse(System.getProperty(SAVING, "PT1M"))));
    try (StrangerServer server = StrangerServer.start(options)) {
      System.out.println(server.port());
      while (System.in.read() >= 0) {}
    }
  }

  /**
   * @param port 0 takes a free one
   */
  ServerProcess(Path folder, int port, String... java) throws IOException {
    this("small", folder, port, java);
  }

  /**
   * @param limits {@code small} or {@code large}
   */
  ServerProcess(String limits, Path folder, int port, String... java) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(java));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ServerProcess.class.getName(),
            folder.toString(),
            Integer.toString(port),
            limits));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String line = process.inputReader().readLine();
    if (line == null) {
      throw new IOException("the server did not start");
    }
    this.port = Integer.parseInt(line);
  }

  /** Lets drift be saved more often than by default, as an option of Java. */
  static String saving(Duration every) {
    return "-D%s=%s".formatted(SAVING, every);
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** As by {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Ends its input, upon which it stops. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the server does not stop");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
