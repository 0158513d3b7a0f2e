package dev.stranger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.RequestException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask what. */
class AccessTest {

  private static final String TOKEN = "a-token-of-this-test";

  @TempDir static Path folder;
  private static RunningServer open;
  private static RunningServer guarded;

  @BeforeAll
  static void start() throws IOException {
    open = RunningServer.of(Files.createDirectory(folder.resolve("open")), "table");
    Path tokens = Files.writeString(folder.resolve("tokens"), "# who\n\n" + TOKEN + "\nother\n");
    guarded =
        RunningServer.of(
            Files.createDirectory(folder.resolve("guarded")),
            List.of("table"),
            options -> options.withTokens(tokens));
  }

  @AfterAll
  static void stop() {
    open.close();
    guarded.close();
  }

  private static String rawGet(RunningServer server, String path, String host) throws IOException {
    return server.raw(
        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "LOCALHOST:80, 200",
    "127.0.0.1:8080, 200",
    "[::1]:8080, 200",
    "example.org, 403",
    "127.0.0.1.example.org, 403",
    "localhost.example.org:8080, 403",
  })
  void aServerOfThisMachineAnswersOnlyToItsName(String host, int status) throws IOException {
    for (String path : List.of("/", "/v1/detectors", "/v2/health/ready")) {
      assertThat(rawGet(open, path, host))
          .startsWith("HTTP/1.1 " + status)
          .contains("default-src 'none'");
    }
  }

  @ParameterizedTest
  @CsvSource({"cross-site, 403", "same-site, 403", "same-origin, 200", "none, 200"})
  void pagesOfOthersMayNotUseTheServer(String from, int status) {
    open.get("/v1/detectors", "Sec-Fetch-Site", from).hasStatus(status);
    open.send("POST", "/v1/drift/reset", BodyPublishers.noBody(), "Sec-Fetch-Site", from)
        .hasStatus(status);
  }

  private static RunningServer.Answer reset(String... headers) {
    return open.send("POST", "/v1/drift/reset", BodyPublishers.noBody(), headers);
  }

  /** Without encryption, browsers say only by Origin which page a request comes from. */
  @ParameterizedTest
  @ValueSource(
      strings = {"http://example.org", "https://127.0.0.1", "http://127.0.0.1:1", "null", ""})
  void pagesOfOthersMayChangeNothingWithoutEncryptionEither(String origin) {
    assertThat(reset("Origin", origin).hasStatus(403).detail()).contains("pages of other sites");
    open.get("/v1/drift", "Origin", origin).hasStatus(200);
  }

  @Test
  void theOwnPageAndProgramsMayChangeTheServer() {
    String own = open.server().address().toString().replaceFirst("/$", "");
    reset().hasStatus(200);
    reset("Origin", own).hasStatus(200);
    reset("Origin", own.toUpperCase(Locale.ROOT)).hasStatus(200);
  }

  /** Host may be the name of the server behind the proxy. */
  @Test
  void theOwnPageWorksBehindAProxy() {
    reset("Origin", "https://example.org", "Sec-Fetch-Site", "same-origin").hasStatus(200);
    reset("Origin", "http://example.org", "X-Forwarded-Host", "example.org").hasStatus(200);
    reset("Origin", "http://example.org", "X-Forwarded-Host", "proxy.org").hasStatus(403);
  }

  /** The fixture checks that no answer allows another origin. */
  @Test
  void aBrowserThatAsksForAnotherOriginIsNotAllowed() {
    open.send(
            "OPTIONS",
            "/v1/judge",
            BodyPublishers.noBody(),
            "Origin",
            "https://example.org",
            "Access-Control-Request-Method",
            "POST")
        .hasStatus(405);
    open.get("/v1/detectors", "Origin", "https://example.org").hasStatus(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/detectors",
        "/v1/detectors/",
        "/v1/drift",
        "/v1/live",
        "/v2",
        "/v2/",
        "/v2/models/table",
        "/v2/models/table/ready",
        "/metrics",
        "/metrics/",
        "/nothing",
      })
  void whoHasNoTokenIsRefused(String path) {
    for (String[] headers :
        new String[][] {
          {},
          {"Authorization", "Bearer wrong"},
          {"Authorization", "Bearer "},
          {"Authorization", TOKEN},
          {"Authorization", "Basic " + TOKEN},
          {"Authorization", "Bearer " + TOKEN + "x"},
          {"Authorization", "Bearer # who"},
        }) {
      RunningServer.Answer answer = guarded.get(path, headers).hasStatus(401);
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
      assertThat(answer.detail()).contains("Authorization: Bearer TOKEN");
    }
    int status = path.equals("/nothing") ? 404 : 200;
    guarded.get(path, "Authorization", "Bearer " + TOKEN).hasStatus(status);
    guarded.get(path, "Authorization", "bearer other").hasStatus(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/V1/detectors", "//metrics", "/%6detrics", "/./metrics", "/metrics;a=b"})
  void noSpellingOfAPathGoesAroundTheToken(String path) throws IOException {
    assertThat(rawGet(guarded, path, "localhost"))
        .matches("(?s)HTTP/1.1 40[014] .*")
        .doesNotContain("stranger_");
  }

  @Test
  void aServerThatStopsRefusesAsDescribed(@TempDir Path other) throws Exception {
    try (RunningServer running = RunningServer.of(other, "table")) {
      Field field = StrangerServer.class.getDeclaredField("admission");
      field.setAccessible(true);
      ((Admission) field.get(running.server())).closeAndWait(Duration.ZERO);
      for (String path :
          List.of("/", "/v1/live", "/v2", "/v2/health/live", "/v2/health/ready", "/metrics")) {
        RunningServer.Answer answer = running.get(path).hasStatus(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.detail()).isEqualTo("the server stops; send the request to another one");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v2/health/live", "/v2/health/ready", "/", "/openapi.yaml", "/icon.svg"})
  void probesAndThePageNeedNoToken(String path) {
    guarded.get(path).hasStatus(200);
  }

  @Test
  void tokensChangeWithTheirFile(@TempDir Path other) throws Exception {
    Path file = Files.writeString(other.resolve("tokens"), "first\n");
    Path detectors = Files.createDirectory(other.resolve("detectors"));
    try (RunningServer running =
        RunningServer.of(detectors, List.of("table"), options -> options.withTokens(file))) {
      running.get("/v1/live", "Authorization", "Bearer first").hasStatus(200);
      change(file, "second\n", 1);
      assertThat(statusSoon(running, "second", 200)).isEqualTo(200);
      running.get("/v1/live", "Authorization", "Bearer first").hasStatus(401);
      change(file, "", 2);
      assertThat(statusSoon(running, "second", 401)).as("the tokens before stay").isEqualTo(200);
    }
  }

  /** Clocks of file systems may be coarse. */
  private static void change(Path file, String content, int later) throws IOException {
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(later)));
  }

  /** The file is looked at every second. */
  private static int statusSoon(RunningServer running, String token, int hoped)
      throws InterruptedException {
    int status = 0;
    for (int i = 0; i < 15 && status != hoped; i++) {
      Thread.sleep(100);
      status = running.get("/v1/live", "Authorization", "Bearer " + token).status();
    }
    return status;
  }

  @Test
  void aFileWithoutTokensDoesNotOpenTheServer(@TempDir Path other) throws IOException {
    Path empty = Files.writeString(other.resolve("tokens"), "# none\n");
    assertThatThrownBy(
            () -> RunningServer.of(other, List.of("table"), options -> options.withTokens(empty)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("holds no token");
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html",
    "/index.html, text/html",
    "/icon.svg, image/svg+xml",
    "/js/main.js, text/javascript",
    "/css/base.css, text/css",
    "/ort/ort-wasm-simd-threaded.wasm, application/wasm",
  })
  void thePageIsServedAndSentAgainOnlyWhenItChanged(String path, String type) {
    RunningServer.Answer answer = open.get(path).hasStatus(200);
    assertThat(answer.header("Content-Type")).startsWith(type);
    assertThat(answer.body()).isNotEmpty();
    open.get(path, "If-None-Match", answer.header("ETag")).hasStatus(304);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/js/../../dev/stranger/server/Page.class",
        "/js/../../openapi.yaml",
        "/js/%2e%2e/%2e%2e/openapi.yaml",
        "/js/..%2f..%2fopenapi.yaml",
        "/js/..\\..\\openapi.yaml",
        "/js//main.js",
        "/js/main.js%00.css",
        "/ort/README.md",
        "/ort/ort-wasm-simd-threaded.wasm.gz",
        "/js/",
        "/css/../../../../../../etc/passwd",
      })
  void nothingButThePageIsServedFromTheJar(String path) throws IOException {
    assertThat(rawGet(open, path, "localhost"))
        .matches("(?s)HTTP/1.1 40[04] .*")
        .contains("default-src 'none'", "application/problem+json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NONSENSE\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET /v1/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "POST /v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        "POST /v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: \0\r\n\r\n",
      })
  void whatIsNoHttpGetsAProblemAndNoPageOfJetty(String request) throws IOException {
    assertThat(open.raw(request))
        .matches("(?s)HTTP/1.1 (400|505) .*")
        .contains("default-src 'none'", "application/problem+json")
        .doesNotContainIgnoringCase("jetty");
  }

  @Test
  void headersThatAreTooLargeAreRefused() throws IOException {
    String request = "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n";
    assertThat(open.raw(request)).startsWith("HTTP/1.1 431 ").contains("default-src 'none'");
  }
}
