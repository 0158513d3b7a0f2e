package dev.stranger.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;

/**
 * A server on a free port. Each of its answers must keep to openapi.yaml, and carry the headers
 * that protect a browser.
 */
final class RunningServer implements AutoCloseable {

  static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Contract CONTRACT = Contract.read();

  private final StrangerServer server;

  private RunningServer(StrangerServer server) {
    this.server = server;
  }

  /** An answer, unpacked. */
  record Answer(int status, HttpHeaders headers, byte[] body) {

    String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    String text() {
      return new String(body, UTF_8);
    }

    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException(text(), e);
      }
    }

    /** The one line of an error. */
    String detail() {
      return json().path(json().has("error") ? "error" : "detail").asText();
    }

    Answer hasStatus(int expected) {
      assertThat(status).as(text()).isEqualTo(expected);
      return this;
    }
  }

  /** Serves detectors of format 1, such as {@code table}. */
  static RunningServer of(Path folder, String... detectors) {
    return of(folder, List.of(detectors), options -> options);
  }

  static RunningServer of(
      Path folder, List<String> detectors, UnaryOperator<ServerOptions> options) {
    try {
      for (String name : detectors) {
        Files.write(folder.resolve(name + ".onnx"), FormatOneFiles.bytes(name + ".onnx"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RunningServer(
        StrangerServer.start(options.apply(ServerOptions.of(folder).withPort(0))));
  }

  StrangerServer server() {
    return server;
  }

  Answer get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  Answer postJson(String path, String body, String... headers) {
    String[] all =
        List.of("Content-Type", "application/json").toArray(new String[2 + headers.length]);
    System.arraycopy(headers, 0, all, 2, headers.length);
    return send("POST", path, BodyPublishers.ofString(body), all);
  }

  Answer post(String path, String type, byte[] body) {
    return send("POST", path, BodyPublishers.ofByteArray(body), "Content-Type", type);
  }

  Answer send(String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address() + path.substring(1)))
            .method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return checked(request.build(), CLIENT.send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Answer checked(HttpRequest request, HttpResponse<byte[]> response)
      throws IOException {
    HttpHeaders headers = response.headers();
    assertProtected(headers);
    boolean packed = headers.firstValue("Content-Encoding").orElse("").equals("gzip");
    byte[] body = packed ? unpacked(response.body()) : response.body();
    String path = request.uri().getRawPath();
    if (!request.method().equals("HEAD") && !isPage(path)) {
      String type = headers.firstValue("Content-Type").orElse("");
      CONTRACT.check(request.method(), path, response.statusCode(), type, body);
    }
    return new Answer(response.statusCode(), headers, body);
  }

  private static boolean isPage(String path) {
    return path.equals("/") || path.matches("/(index.html|icon.svg|(css|js|ort)/.*)");
  }

  static void assertProtected(HttpHeaders headers) {
    assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'")
        .doesNotContain("unsafe-inline")
        .doesNotContain("'unsafe-eval'");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
    assertThat(headers.firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(headers.map().keySet())
        .noneMatch(name -> name.toLowerCase().startsWith("access-control-"))
        .doesNotContain("server");
  }

  private static byte[] unpacked(byte[] body) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    }
  }

  /** Sends bytes that no client would send, and reads until the server closes. */
  String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
