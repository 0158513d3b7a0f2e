package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static dev.stranger.server.FaultServer.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.server.live.Limits;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server has so many connections at most; who wants one more waits until an idle one closes. */
@Timeout(60)
final class ConnectionLimitTest {

  private static final int LIMIT = 8;

  /** One is accepted while the limit is found to be reached. */
  private static final int SLACK = 2;

  private static final int CLIENTS = 40;
  private static final byte[] SAMPLE = FaultServer.samples(new Random(5), 1, PICTURE_VALUES);
  private static final byte[] PROBE =
      "GET /v2/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1);

  @TempDir private Path folder;
  private FaultServer server;
  private final List<Socket> clients = new ArrayList<>();
  private long files;

  @BeforeEach
  void start() throws IOException {
    Path file = FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    server = new FaultServer(ServerOptions.of(file).with(Limits.DEFAULT.withConnections(LIMIT)));
    files = openFiles();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    server.close();
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  private Socket connect() throws IOException {
    Socket client = server.connect();
    client.setSoTimeout(20_000);
    clients.add(client);
    return client;
  }

  private static String ask(Socket client) throws IOException {
    client.getOutputStream().write(PROBE);
    return answer(client);
  }

  /** The first bytes, after which the connection may be used again. */
  private static String answer(Socket client) throws IOException {
    byte[] bytes = new byte[4_096];
    int length = client.getInputStream().read(bytes);
    return length < 0 ? "CLOSED" : new String(bytes, 0, length, ISO_8859_1);
  }

  private static boolean isClosed(Socket client) {
    try {
      client.setSoTimeout(1);
      return client.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void noMoreConnectionsAreAcceptedThanAreAllowed() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      connect();
      assertThat(openFiles()).isLessThanOrEqualTo(files + i + 1 + LIMIT + SLACK);
    }
    Thread.sleep(500); // shorter than it takes until one is idle
    assertThat(openFiles()).isLessThanOrEqualTo(files + CLIENTS + LIMIT + SLACK);
  }

  @Test
  void idleConnectionsGiveWayToNewClients() throws Exception {
    for (int i = 0; i < LIMIT; i++) {
      assertThat(ask(connect())).startsWith("HTTP/1.1 200 ");
    }
    for (int i = 0; i < 3 * LIMIT; i++) {
      long begin = System.nanoTime();
      assertThat(ask(connect())).startsWith("HTTP/1.1 200 ");
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }
    assertThat(clients.stream().filter(client -> !isClosed(client)).count())
        .as("connections that are left")
        .isBetween(1L, (long) LIMIT + SLACK);
    assertThat(server.log()).filteredOn(line -> line.contains("8 connections are open")).hasSize(1);
  }

  @Test
  void connectionsThatCloseMakeRoomAtOnce() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      connect();
    }
    for (Socket client : clients) {
      client.close();
    }
    await(
        "a new client is answered",
        Duration.ofSeconds(5),
        () -> server.get("/v2/health/live").statusCode() == 200);
  }

  @Test
  void aClientThatGoesOnAskingKeepsItsConnection() throws Exception {
    Socket kept = connect();
    assertThat(ask(kept)).startsWith("HTTP/1.1 200 ");
    for (int i = 0; i < CLIENTS; i++) {
      connect();
    }
    long end = System.nanoTime() + Duration.ofSeconds(4).toNanos();
    while (System.nanoTime() < end) {
      assertThat(ask(kept)).startsWith("HTTP/1.1 200 ");
      Thread.sleep(50);
    }
    assertThat(server.post("/v1/judge", FLOATS, SAMPLE).statusCode()).isEqualTo(200);
  }

  @Test
  void aRequestUnderWayIsNotCutOff() throws Exception {
    Socket slow = connect();
    String head =
        "POST /v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(FLOATS, SAMPLE.length);
    slow.getOutputStream().write(head.getBytes(ISO_8859_1));
    slow.getOutputStream().write(Arrays.copyOf(SAMPLE, 100));
    for (int i = 0; i < CLIENTS; i++) {
      connect();
    }
    Thread.sleep(3_000);
    slow.getOutputStream().write(Arrays.copyOfRange(SAMPLE, 100, SAMPLE.length));
    assertThat(answer(slow)).startsWith("HTTP/1.1 200 ");
  }
}
