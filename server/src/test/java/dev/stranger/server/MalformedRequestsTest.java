package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.JSON;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stranger.server.live.Limits;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent, the answer says what was wrong with it, and nobody else notices. */
@Timeout(120)
final class MalformedRequestsTest {

  private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(E-?\\d+)?");
  private static final int CLIENTS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Limits SMALL =
      Limits.DEFAULT
          .withBodyBytes(1 << 20)
          .withInstances(64)
          .withPicturePixels(1 << 20)
          .withRequestTime(Duration.ofSeconds(10));

  @TempDir private Path folder;

  @BeforeEach
  void makeDetectors() {
    FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    FaultServer.detector("table.onnx", folder.resolve("table.onnx"));
  }

  /** A request as bytes; its seed makes it again. */
  private static byte[] malformed(long seed) {
    Random random = new Random(seed);
    return switch (random.nextInt(12)) {
      case 0 -> head(random, "POST /v1/judge?detector=table", JSON, noise(random, 300));
      case 1 -> post("/v1/judge?detector=table", JSON, mutated(random, ROWS));
      case 2 -> post("/v2/models/table/infer", JSON, mutated(random, INFER));
      case 3 ->
          post("/v1/events?detector=table", "application/cloudevents+json", mutated(random, EVENT));
      case 4 ->
          withHeader("Inference-Header-Content-Length: " + length(random), mutated(random, BINARY));
      case 5 -> post("/v1/judge?detector=picture", "image/png", mutatedBytes(random, PNG));
      case 6 ->
          post(
              "/v1/judge?detector=picture",
              "multipart/form-data; boundary=x",
              mutated(random, FORM));
      case 7 -> oddHead(random);
      case 8 -> chunked(random);
      case 9 -> oddPath(random);
      case 10 -> gzip(random);
      default -> post("/v1/judge?detector=picture", FLOATS, noise(random, 4000));
    };
  }

  private static final String ROWS =
      "{\"instances\": [[0.1, 0.2, 0.3], {\"temperature\": 1, \"pressure\": \"2\", \"speed\": 3}, [1e400, -1e38, NaN, null]]}";
  private static final String INFER =
      "{\"id\": \"7\", \"parameters\": {\"binary_data_output\": true}, \"inputs\": [{\"name\": \"x\","
          + " \"shape\": [1, 3], \"datatype\": \"FP32\", \"parameters\": {\"binary_data_size\": 16},"
          + " \"data\": [0.5, [true], \"dGV4dA==\", 1e39]}], \"outputs\": [{\"name\": \"score\"}]}";
  private static final String BINARY =
      "{\"inputs\": [{\"name\": \"x\", \"shape\": [1, 3], \"datatype\": \"BYTES\", \"parameters\":"
          + " {\"binary_data_size\": 16}}]}0123456789abcdef";
  private static final String EVENT =
      "{\"specversion\": \"1.0\", \"type\": \"org.kubeflow.serving.inference.request\", \"id\":"
          + " \"1\", \"source\": \"s\", \"data\": {\"inputs\": [], \"instances\": [[1, 2, 3, 4]]}}";
  private static final String FORM =
      "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.png\"\r\nContent-Type:"
          + " image/png\r\n\r\nnot a picture\r\n--x\r\nContent-Disposition: form-data;"
          + " name=\"g\"\r\n\r\ntext\r\n--x--\r\n";
  private static final byte[] PNG = FaultServer.resource("pictures/" + picture());

  private static String picture() {
    return "small.png";
  }

  /** Words that break readers of JSON and of protocols. */
  private static final List<String> WORDS =
      List.of(
          "null",
          "true",
          "NaN",
          "-Infinity",
          "1e999",
          "-0",
          "9".repeat(400),
          "9".repeat(2000),
          "9223372036854775808",
          "-1",
          "0",
          "1099511627776",
          "\"",
          "\\",
          "\\u0000",
          "\\ud800",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"\"",
          "[]",
          "{}",
          "[".repeat(3000),
          "{\"a\":".repeat(200),
          "\u0000",
          "\ufeff",
          "\"instances\"",
          "\"inputs\"",
          "\"shape\"",
          "[0]",
          "[2147483647]",
          "[65536,65536,65536]",
          "\"BYTES\"",
          "\"FP64\"",
          "\"UINT8\"",
          "--x--",
          "\r\n",
          "é",
          "💥");

  private static byte[] mutated(Random random, String text) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(changed.length() + 1);
      int to = Math.min(changed.length(), at + random.nextInt(12));
      changed.replace(
          at, to, random.nextInt(3) == 0 ? "" : WORDS.get(random.nextInt(WORDS.size())));
    }
    if (random.nextInt(5) == 0) {
      changed.setLength(random.nextInt(changed.length() + 1));
    }
    return changed.toString().getBytes(UTF_8);
  }

  private static byte[] mutatedBytes(Random random, byte[] bytes) {
    byte[] changed =
        Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length);
    for (int i = random.nextInt(20); i >= 0 && changed.length > 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    }
    return changed;
  }

  private static byte[] noise(Random random, int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String length(Random random) {
    return List.of("-1", "0", "1", "100", "121", "1099511627776", "x", "", "1e3", "+5")
        .get(random.nextInt(10));
  }

  private static byte[] post(String target, String type, byte[] body) {
    return message(
        "POST "
            + target
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n",
        body);
  }

  private static byte[] withHeader(String header, byte[] body) {
    return message(
        "POST /v2/models/table/infer HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + header
            + "\r\nContent-Type: application/octet-stream\r\nContent-Length: "
            + body.length
            + "\r\n\r\n",
        body);
  }

  /** A Content-Length that is wrong. */
  private static byte[] head(Random random, String line, String type, byte[] body) {
    List<String> lengths =
        List.of(
            "" + (body.length + 1 + random.nextInt(1000)),
            "-5",
            "x",
            "99999999999999999999",
            body.length + "\r\nContent-Length: " + (body.length + 1),
            "1073741824",
            "5, 5",
            "0x10");
    return message(
        line
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + lengths.get(random.nextInt(lengths.size()))
            + "\r\n\r\n",
        body);
  }

  private static byte[] oddHead(Random random) {
    String body = "{\"instances\": []}";
    List<String> headers =
        List.of(
            "X: " + "a".repeat(100_000),
            "a: b\r\n".repeat(3000) + "c: d",
            "Host: example.com",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: identity",
            "Content-Encoding: br",
            "Content-Encoding: gzip",
            "Content-Encoding: gzip, gzip",
            "Expect: 100-continue",
            "Expect: nonsense",
            " folded: header",
            "No colon",
            ": empty",
            "Authorization: Bearer \u0001",
            "Content-Type: multipart/form-data",
            "Content-Type: multipart/form-data; boundary=" + "b".repeat(9000),
            "Content-Type: application/json; charset=utf-99",
            "Content-Type: text/plain",
            "Upgrade: websocket",
            "Sec-Fetch-Site: cross-site",
            "ce-type: org.kubeflow.serving.inference.request",
            "\u0000: x",
            "Accept-Encoding: *;q=x",
            "Connection: upgrade",
            "Range: bytes=0-1",
            "Cookie: " + ";".repeat(500));
    List<String> methods =
        List.of(
            "POST",
            "GET",
            "PUT",
            "DELETE",
            "TRACE",
            "CONNECT",
            "OPTIONS",
            "HEAD",
            "PATCH",
            "FOO",
            "p\u00d6st",
            "");
    List<String> versions = List.of("HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "HTTP/2.0", "http/1.1", "");
    return message(
        methods.get(random.nextInt(4) == 0 ? random.nextInt(methods.size()) : 0)
            + " "
            + List.of("/v1/judge", "/v1/events", "/v2/models/table/infer", "/metrics", "/")
                .get(random.nextInt(5))
            + " "
            + versions.get(random.nextInt(3) == 0 ? random.nextInt(versions.size()) : 0)
            + "\r\nHost: localhost\r\nConnection: close\r\n"
            + headers.get(random.nextInt(headers.size()))
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n",
        body.getBytes(UTF_8));
  }

  private static byte[] chunked(Random random) {
    List<String> bodies =
        List.of(
            "5\r\n{\"ins\r\n0\r\n\r\n",
            "ffffffffff\r\nx",
            "-1\r\n\r\n",
            "5\r\nab",
            "zz\r\n\r\n",
            "",
            "0\r\n\r\n",
            "1;" + "e".repeat(9000) + "\r\nx\r\n0\r\n\r\n",
            "2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n",
            "2\r\n{}\n0\n\n",
            "1\r\n{\r\n".repeat(500) + "0\r\n\r\n");
    return chunked(bodies.get(random.nextInt(bodies.size())), new byte[0]);
  }

  private static byte[] chunked(String begin, byte[] rest) {
    return message(
        "POST /v1/judge?detector=table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type:"
            + " application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            + begin,
        rest);
  }

  private static byte[] oddPath(Random random) {
    List<String> paths =
        List.of(
            "/../../etc/passwd",
            "/js/../../openapi.yaml",
            "/js/%2e%2e/%2e%2e/x",
            "/%",
            "/%zz",
            "/v1/detectors/%00",
            "/v1/detectors/..%2f..%2fetc",
            "/v1/detectors/%ff%fe",
            "/v1/judge?detector=%",
            "/v1/judge?detector=%ff",
            "/v1/judge?false_alarm=NaN",
            "/v1/judge?false_alarm=1e-300",
            "/v1/judge?explain=perhaps",
            "//",
            "/v2/models//infer",
            "/v2/models/table/versions/%2e%2e/infer",
            "/v1/judge?" + "a=b&".repeat(1500),
            "/" + "x".repeat(7000),
            "/" + "x".repeat(20_000),
            "*",
            "http://example.com/v1/judge",
            "/css/;x/../",
            "/js/main.js;jsessionid=1",
            "/v1/judge;x",
            "/v1/live?detector=none",
            "/v1/drift?detector=",
            "/ort/ort-wasm-simd-threaded.wasm.gz",
            "/page/index.html",
            "/v1/drift/reset?detector=no",
            "/v2/health/ready/x",
            "\\..\\x",
            "/\u0001",
            "/v1/detectors/table/../picture/file");
    String method = List.of("GET", "POST", "DELETE").get(random.nextInt(3));
    return message(
        method
            + " "
            + paths.get(random.nextInt(paths.size()))
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        new byte[0]);
  }

  private static byte[] gzip(Random random) {
    byte[] body =
        switch (random.nextInt(3)) {
          case 0 -> noise(random, 200);
          case 1 -> mutatedBytes(random, packed(ROWS.getBytes(UTF_8)));
          default -> packed(new byte[random.nextInt(3 << 20)]);
        };
    return gzip(body);
  }

  private static byte[] gzip(byte[] body) {
    return message(
        "POST /v1/judge?detector=table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type:"
            + " application/json\r\nContent-Encoding: gzip\r\nContent-Length: "
            + body.length
            + "\r\n\r\n",
        body);
  }

  private static byte[] packed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] message(String head, byte[] body) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.getBytes(ISO_8859_1));
    all.writeBytes(body);
    return all.toByteArray();
  }

  @Test
  void malformedRequestsAreRefusedAndGoodOnesAreNot() throws Exception {
    try (FaultServer server = new FaultServer(ServerOptions.of(folder).with(SMALL))) {
      fuzz(server, 1_000);
      assertThat(server.log()).noneMatch(line -> line.contains("a request failed"));
    }
  }

  @Test
  @Tag("slow")
  void tenThousandMalformedRequestsLeaveASmallServerAlive() throws Exception {
    try (ServerProcess process = new ServerProcess(folder, 0, "-Xmx64m")) {
      fuzz(new FaultServer(process.port()), 10_000);
      assertThat(process.isAlive()).isTrue();
    }
  }

  private static void fuzz(FaultServer server, int requests) throws Exception {
    byte[] good = FaultServer.samples(new Random(1), 3, FaultServer.PICTURE_VALUES);
    String expected = verdicts(server, good);
    long base = Long.getLong("fuzz.seed", 18) * 1_000_003;
    AtomicInteger next = new AtomicInteger();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      running.add(
          clients.submit(
              () -> {
                for (int at; (at = next.getAndIncrement()) < requests; ) {
                  requireRefused(server, base + at);
                  if (at % 100 == 0) {
                    requireSame(verdicts(server, good), expected, base + at);
                  }
                }
                return null;
              }));
    }
    clients.shutdown();
    for (Future<?> each : running) {
      each.get();
    }
  }

  /** Requests that are judged together change the last digit of a number. */
  private static void requireSame(String found, String expected, long seed) {
    assertThat(NUMBER.matcher(found).replaceAll("0"))
        .as("seed %d", seed)
        .isEqualTo(NUMBER.matcher(expected).replaceAll("0"));
    double[] numbers = numbers(expected);
    double[] now = numbers(found);
    for (int i = 0; i < numbers.length; i++) {
      assertThat(now[i])
          .as("number %d, seed %d", i, seed)
          .isCloseTo(numbers[i], within(1e-5 * (1 + Math.abs(numbers[i]))));
    }
  }

  private static double[] numbers(String text) {
    return NUMBER.matcher(text).results().mapToDouble(r -> Double.parseDouble(r.group())).toArray();
  }

  /** A few mutations leave a request sound: those are answered. */
  private static void requireRefused(FaultServer server, long seed) throws IOException {
    byte[] request = malformed(seed);
    String answer = server.exchange(request, PATIENCE);
    assertThat(answer)
        .as("seed %d: %s", seed, new String(request, 0, Math.min(600, request.length), ISO_8859_1))
        .matches("(?s)HTTP/1\\.1 (200|202|4\\d\\d|503|505) .*");
  }

  private static String verdicts(FaultServer server, byte[] good) {
    HttpResponse<byte[]> answer =
        server.post("/v1/judge?detector=picture&watch=false", FLOATS, good);
    assertThat(answer.statusCode()).isEqualTo(200);
    return new String(answer.body(), UTF_8);
  }

  /** A PNG with many pixels, all but some of them black. */
  private static byte[] bomb(int side, int white) {
    try {
      BufferedImage blank = new BufferedImage(side, side, BufferedImage.TYPE_BYTE_BINARY);
      Random random = new Random(side);
      for (int i = 0; i < white; i++) {
        blank.setRGB(random.nextInt(side), random.nextInt(side), -1);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ImageIO.write(blank, "png", out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void eachKindOfLieHasItsStatus() throws Exception {
    try (FaultServer server = new FaultServer(ServerOptions.of(folder).with(SMALL))) {
      assertThat(status(server, post("/v1/judge?detector=picture", "image/png", bomb(6_000, 0))))
          .as("36 million pixels in some kilobytes")
          .isEqualTo("400");
      assertThat(
              status(server, post("/v1/judge?detector=picture", "image/png", bomb(1_100, 90_000))))
          .as("more pixels than are allowed")
          .isEqualTo("413");
      assertThat(status(server, gzip(packed(new byte[8 << 20]))))
          .as("eight megabytes of zeros, packed")
          .isEqualTo("413");
      String deep = "{\"instances\": " + "[".repeat(100_000);
      assertThat(status(server, post("/v1/judge?detector=table", JSON, deep.getBytes(UTF_8))))
          .isEqualTo("400");
      String many = "{\"instances\": [" + "[1,2,3],".repeat(64) + "[1,2,3]]}";
      assertThat(status(server, post("/v1/judge?detector=table", JSON, many.getBytes(UTF_8))))
          .as("65 instances of 64")
          .isEqualTo("413");
      assertThat(status(server, chunked("200000\r\n", new byte[2 << 20])))
          .as("more than a megabyte in chunks")
          .isEqualTo("413");
      for (String length : List.of("-1", "1099511627776", "500", "x")) {
        assertThat(
                status(
                    server,
                    withHeader(
                        "Inference-Header-Content-Length: " + length, BINARY.getBytes(UTF_8))))
            .as("Inference-Header-Content-Length %s", length)
            .isEqualTo("400");
      }
      for (String size : List.of("17", "15", "0", "-1", "1099511627776", "\"16\"")) {
        String lie = BINARY.replace("_size\": 16", "_size\": " + size);
        int end = lie.indexOf("0123456789abcdef");
        assertThat(
                status(
                    server,
                    withHeader("Inference-Header-Content-Length: " + end, lie.getBytes(UTF_8))))
            .as("binary_data_size %s", size)
            .isEqualTo("400");
      }
      for (String empty : List.of("[]", "[0]", "[0, 3]", "[0, 3, 8, 8]")) {
        for (String type : List.of("BYTES", "FP32")) {
          String none =
              "{\"inputs\": [{\"name\": \"x\", \"shape\": %s, \"datatype\": \"%s\", \"data\": []}]}"
                  .formatted(empty, type);
          assertThat(status(server, post("/v2/models/picture/infer", JSON, none.getBytes(UTF_8))))
              .as("no sample of shape %s, %s", empty, type)
              .isEqualTo("400");
        }
      }
      assertThat(server.log()).noneMatch(line -> line.contains("a request failed"));
    }
  }

  private static String status(FaultServer server, byte[] request) throws IOException {
    String answer = server.exchange(request, PATIENCE);
    return answer.length() < 12 ? "'" + answer + "'" : answer.substring(9, 12);
  }
}
