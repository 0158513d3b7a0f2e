package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static dev.stranger.server.FaultServer.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.server.live.Limits;
import java.io.IOException;
import java.net.Socket;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are slow, or stay silent, delay nobody and are cut off in the end. */
@Timeout(60)
final class SlowClientsTest {

  private static final int CLIENTS = 200;
  private static final Limits HURRIED = Limits.DEFAULT.withRequestTime(Duration.ofSeconds(2));
  private static final String HEAD =
      "POST /v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n";

  @TempDir private Path folder;
  private FaultServer server;
  private final List<Socket> slow = new ArrayList<>();
  private long files;

  @BeforeEach
  void start() throws IOException {
    Path file = FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    server = new FaultServer(ServerOptions.of(file).with(HURRIED));
    requireQuickAnswers();
    files = openFiles();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : slow) {
      socket.close();
    }
    server.close();
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  private void connect(int clients, byte[] begin) throws IOException {
    for (int i = 0; i < clients; i++) {
      Socket socket = server.connect();
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(begin);
      slow.add(socket);
    }
  }

  /** Most are: a single one may wait for a machine that is busy. */
  private void requireQuickAnswers() {
    byte[] body = FaultServer.samples(new Random(4), 1, PICTURE_VALUES);
    long[] nanos = new long[20];
    for (int i = 0; i < nanos.length; i++) {
      long begin = System.nanoTime();
      assertThat(server.post("/v1/judge", FLOATS, body).statusCode()).isEqualTo(200);
      nanos[i] = System.nanoTime() - begin;
    }
    Arrays.sort(nanos);
    assertThat(Duration.ofNanos(nanos[nanos.length / 2]))
        .isLessThan(Duration.ofMillis(1_500)); // slow clients have two seconds and more
  }

  private void requireCutOff() throws Exception {
    for (Socket socket : slow) {
      assertThat(FaultServer.read(socket)).doesNotStartWith("HANGS").doesNotContain(" 200 ");
      socket.close();
    }
    await(
        "descriptors are freed",
        Duration.ofSeconds(10),
        () -> {
          try {
            return openFiles() <= files + 8;
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    requireQuickAnswers();
  }

  @Test
  void halfAHeaderHoldsNoWorkerAndIsCutOff() throws Exception {
    connect(CLIENTS, "POST /v1/judge HTTP/1.1\r\nHost: loc".getBytes(ISO_8859_1));
    requireQuickAnswers();
    requireCutOff();
  }

  @Test
  void halfABodyHoldsNoWorkerAndNoMemoryAndIsCutOff() throws Exception {
    String claim = HEAD + "Content-Length: " + HURRIED.bodyBytes() + "\r\n\r\nhalf of it";
    connect(CLIENTS, claim.getBytes(ISO_8859_1));
    requireQuickAnswers();
    assertThat(FaultServer.read(slow.get(0))).startsWith("HTTP/1.1 408 ");
    requireCutOff();
  }

  @Test
  @Tag("slow")
  void halfAChunkedBodyHoldsNoWorkerAndIsCutOff() throws Exception {
    connect(CLIENTS, (HEAD + "Transfer-Encoding: chunked\r\n\r\n5\r\nab").getBytes(ISO_8859_1));
    requireQuickAnswers();
    requireCutOff();
  }

  @Test
  @Tag("slow")
  void aByteNowAndThenIsCutOffInTheEnd() throws Exception {
    connect(CLIENTS / 2, (HEAD + "Content-Length: 768\r\n\r\n").getBytes(ISO_8859_1));
    connect(CLIENTS / 2, "POST /v1/judge HTTP/1.1\r\nX: ".getBytes(ISO_8859_1));
    long end = System.nanoTime() + Duration.ofSeconds(12).toNanos();
    int cut = 0;
    while (cut < CLIENTS && System.nanoTime() < end) {
      cut = 0;
      for (Socket socket : slow) {
        try {
          socket.getOutputStream().write('a');
        } catch (IOException e) {
          cut++;
        }
      }
      requireQuickAnswers();
      Thread.sleep(300);
    }
    assertThat(cut).as("connections that were cut off").isEqualTo(CLIENTS);
    requireCutOff();
  }

  @Test
  @Tag("slow")
  void answersThatNobodyReadsHoldNoWorker() throws Exception {
    String requests =
        "GET /v1/detectors/picture/file HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    for (int i = 0; i < 80; i++) { // more than there are workers
      Socket socket = new Socket();
      slow.add(socket);
      socket.setReceiveBufferSize(4_096);
      socket.connect(server.address());
      socket.getOutputStream().write(requests.getBytes(ISO_8859_1));
    }
    Thread.sleep(1_000);
    requireQuickAnswers();
    await(
        "the connections are cut off",
        Duration.ofSeconds(20),
        () -> {
          try {
            return openFiles() <= files + 8 + slow.size();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }
}
