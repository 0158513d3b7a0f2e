package dev.stranger.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** A running server, what it logs, and clients that behave well or badly. */
final class FaultServer implements AutoCloseable {

  static final String FLOATS = "application/octet-stream";
  static final String JSON = "application/json";
  static final int PICTURE_VALUES = 192;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Logger LOGGER = Logger.getLogger("dev.stranger.server");

  private final AutoCloseable server;
  private final int port;
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private final Handler collector =
      new Handler() {
        @Override
        public void publish(LogRecord event) {
          String thrown = event.getThrown() == null ? "" : " " + event.getThrown();
          log.add(new SimpleFormatter().formatMessage(event) + thrown);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  FaultServer(ServerOptions options) {
    LOGGER.addHandler(collector);
    StrangerServer started = StrangerServer.start(options.withPort(0));
    this.server = started;
    this.port = started.port();
  }

  /** One that runs elsewhere and is not ended by this. */
  FaultServer(int port) {
    this.server = () -> {};
    this.port = port;
  }

  int port() {
    return port;
  }

  /** A detector of format 1, as a file of this name. */
  static Path detector(String resource, Path file) {
    try {
      return Files.write(file, resource(resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] resource(String name) {
    try (InputStream in =
        FaultServer.class.getResourceAsStream("/dev/stranger/score/format-1/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] samples(Random random, int count, int size) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * count * size).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putFloat(random.nextFloat());
    }
    return bytes.array();
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  CompletableFuture<HttpResponse<byte[]>> postLater(String path, String type, byte[] body) {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return client.sendAsync(request, BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> post(String path, String type, byte[] body) {
    return postLater(path, type, body).join();
  }

  HttpResponse<byte[]> get(String path) {
    HttpRequest request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60)).build();
    return client.sendAsync(request, BodyHandlers.ofByteArray()).join();
  }

  JsonNode json(String path) {
    return json(get(path));
  }

  static JsonNode json(HttpResponse<byte[]> response) {
    try {
      return MAPPER.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(new String(response.body(), UTF_8), e);
    }
  }

  /** The number that stands behind a name in the metrics, 0 when it is not there. */
  double metric(String name) {
    return new String(get("/metrics").body(), UTF_8)
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(
            line ->
                Double.parseDouble(line.substring(name.length() + 1).replace("Inf", "Infinity")))
        .findFirst()
        .orElse(0);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  Socket connect() throws IOException {
    return new Socket(address().getAddress(), address().getPort());
  }

  /**
   * Sends bytes as they are and nothing more, and reads until the server ends the connection.
   *
   * @return what it said
   */
  String exchange(byte[] request, Duration patience) throws IOException {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) patience.toMillis());
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
      } catch (IOException e) {
        // an answer may come before all was sent
      }
      return read(socket);
    }
  }

  /** Until the end, or {@code HANGS} when that does not come. */
  static String read(Socket socket) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(answer);
    } catch (SocketTimeoutException e) {
      return "HANGS " + answer.toString(ISO_8859_1);
    } catch (IOException e) {
      // cut off; what came before counts
    }
    return answer.toString(ISO_8859_1);
  }

  List<String> log() {
    return List.copyOf(log);
  }

  static void await(String what, Duration patience, BooleanSupplier condition)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + patience.toSeconds() + " s: " + what);
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (Exception e) {
      throw new AssertionError("it stops without complaint", e);
    }
    LOGGER.removeHandler(collector);
  }
}
