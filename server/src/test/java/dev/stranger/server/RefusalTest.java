package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.server.live.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that cannot be judged gets the right status, and one line that says why. */
class RefusalTest {

  private static final String TABLE = "/v1/judge?detector=table";
  private static final String GOOD = "{\"instances\": [[20, 10, 1000]]}";
  private static final int MOST_BYTES = 100_000;

  @TempDir static Path folder;
  private static RunningServer running;

  @BeforeAll
  static void start() {
    running =
        RunningServer.of(
            folder,
            List.of("table", "picture"),
            options ->
                options.with(
                    Limits.DEFAULT
                        .withBodyBytes(MOST_BYTES)
                        .withInstances(10)
                        .withPicturePixels(10_000)));
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private static void assertRefused(RunningServer.Answer answer, int status, String detail) {
    answer.hasStatus(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.json().get("status").asInt()).isEqualTo(status);
    assertThat(answer.detail()).contains(detail).doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'instances': [[20, 10, NaN]]}"
            + " | the body is not JSON: Non-standard token 'NaN' in line 1, column",
        "{'instances': [[20, 10, Infinity]]}"
            + " | the body is not JSON: Non-standard token 'Infinity' in line 1, column",
        "{'instances': [[20, 10, 1e999]]}"
            + " | sample 0 has the value Infinity at position 2, the detector expects finite values",
        "{'instances': [[20, 10, -1e39]]}"
            + " | sample 0 has the value -Infinity at position 2, the detector expects finite values",
        "{'instances': [[20, 10, 'a']]} | /instances/0/2 is a; numbers are expected",
        "{'instances': [[20, 10, null]]} | /instances/0/2 is null; numbers are expected",
        "{'instances': [[20, 10, {}]]} | /instances/0/2 is {; numbers are expected",
        "{'instances': [[20, 10]]} | instance 0 has 2 values, the detector expects 3 (3)",
        "{'instances': [[1,2,3],[1,2,3,4]]} | instance 1 has 4 values, the detector expects 3 (3)",
        "{'instances': []} | the body has no instances",
        "{'instances': {}} | /instances must be an array",
        "{'instances': 7} | /instances must be an array",
        "{} | the body has no instances",
        "[] | the body is not a JSON object",
        "7 | the body is not a JSON object",
        "{'instances': [[1,2,3]]} x | the body is not JSON",
        "{'instances': [[1,2,3]]} {} | the body goes on after its JSON object",
        "{'instances': [[1,2,3] | the body is not JSON",
        "{'instances': [[1,2,3]], 'instances': [[1,2,3]]} | 'instances' twice",
        "{'instances': [{'temperature': 1, 'pressure': 2}]} | instance 0: the row has no column 'speed', which the detector needs",
        "{'instances': [{'temperature': 1, 'pressure': 2, 'speed': 'fast'}]}"
            + " | 'fast' in column 'speed'",
        "{'instances': [{'temperature': 1, 'pressure': 2, 'speed': 1e999}]}"
            + " | 'Infinity' in column 'speed'",
        "{'instances': [{'temperature': 1, 'pressure': 2, 'speed': null}]}"
            + " | sample 0 has the value NaN at position 2",
        "{'instances': [{'temperature': 1, 'pressure': 2, 'speed': [3]}]}"
            + " | /instances/0/speed is no number, text, true, false or null",
        "{'instances': [{'heat': 1}]}"
            + " | no column 'temperature', which the detector needs; its columns are [heat]",
      })
  void whatIsNoSampleIsRefusedWithItsPlace(String body, String detail) {
    assertRefused(running.postJson(TABLE, body.replace('\'', '"')), 400, detail);
  }

  @Test
  void deeplyNestedAndEndlessNumbersAreRefused() {
    assertRefused(
        running.postJson(TABLE, "{\"instances\": " + "[".repeat(5_000)),
        400,
        "the body is not JSON");
    assertRefused(
        running.postJson(TABLE, "{\"instances\": [[1,2," + "1".repeat(5_000) + "]]}"),
        400,
        "the body is not JSON");
  }

  @ParameterizedTest
  @CsvSource({
    "explain=yes, explain=yes is neither true nor false",
    "watch=2, watch=2 is neither true nor false",
    "false_alarm=0, false_alarm=0 is not between 0 and 1",
    "false_alarm=1, false_alarm=1 is not between 0 and 1",
    "false_alarm=NaN, false_alarm=NaN is not between 0 and 1",
    "false_alarm=0.1f, false_alarm=0.1f is not between 0 and 1",
    "false_alarm=, false_alarm= is not between 0 and 1",
    "false_alarm=0.0001, held-out",
  })
  void aParameterThatMeansNothingIsRefused(String query, String detail) {
    assertRefused(running.postJson(TABLE + "&" + query, GOOD), 400, detail);
  }

  @Test
  void anUnknownDetectorIsNotFoundAndThoseThatExistAreNamed() {
    String detail = "there is no detector 'none'; there are picture, table";
    assertRefused(running.postJson("/v1/judge?detector=none", GOOD), 404, detail);
    assertRefused(running.get("/v1/detectors/none"), 404, detail);
    assertRefused(running.get("/v1/detectors/none/file"), 404, detail);
    assertRefused(running.get("/v1/detectors/none/gallery"), 404, detail);
    assertRefused(running.get("/v1/drift?detector=none"), 404, detail);
    assertRefused(running.get("/v1/live?detector=none"), 404, detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/drift", "/v1/live"})
  void oneOfSeveralDetectorsMustBeChosen(String path) {
    String detail = "there are 2 detectors; choose one of picture, table with ?detector=";
    assertRefused(running.get(path), 400, detail);
    assertRefused(running.postJson("/v1/judge", GOOD), 400, detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded", ""})
  void anUnknownContentTypeIsUnsupported(String type) {
    String[] headers = type.isEmpty() ? new String[0] : new String[] {"Content-Type", type};
    RunningServer.Answer answer =
        running.send("POST", TABLE, BodyPublishers.ofString(GOOD), headers);
    assertRefused(answer, 415, "say so in Content-Type");
  }

  @Test
  void anUnknownPackingIsUnsupported() {
    assertRefused(
        running.postJson(TABLE, GOOD, "Content-Encoding", "br"), 415, "something else than gzip");
    assertRefused(
        running.postJson(TABLE, GOOD, "Content-Encoding", "gzip"), 400, "the body is not gzip");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/judge, POST",
    "PUT, /v1/judge, POST",
    "DELETE, /v1/detectors/table, GET",
    "POST, /v1/drift, GET",
    "GET, /v1/drift/reset, POST",
    "PATCH, /metrics, GET",
    "OPTIONS, /v1/judge, POST",
  })
  void aWrongMethodIsNotAllowedAndTheRightOneIsNamed(String method, String path, String right) {
    RunningServer.Answer answer = running.send(method, path, BodyPublishers.noBody());
    assertRefused(answer, 405, right);
    assertThat(answer.header("Allow")).contains(right);
  }

  @Test
  void aPathThatDoesNotExistIsNotFound() {
    assertRefused(running.get("/v1/nothing"), 404, "/openapi.yaml");
    assertRefused(running.get("/nothing"), 404, "/openapi.yaml");
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedWhetherItsLengthIsKnownOrNot() {
    byte[] body = new byte[MOST_BYTES + 1];
    Arrays.fill(body, (byte) ' ');
    assertRefused(running.post(TABLE, "application/json", body), 413, "100,000");
    RunningServer.Answer streamed =
        running.send(
            "POST",
            TABLE,
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)),
            "Content-Type",
            "application/json");
    assertRefused(streamed, 413, "100,000");
  }

  /** A connection that is closed with content unread is reset, and the answer is lost. */
  @Test
  void everyClientWithATooLargeBodySeesWhyItIsRefused() {
    byte[] body = new byte[10 * MOST_BYTES];
    for (int i = 0; i < 100; i++) {
      int length = MOST_BYTES + 1 + 9_000 * i;
      BodyPublisher publisher =
          i % 2 == 0
              ? BodyPublishers.ofByteArray(body, 0, length)
              : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body, 0, length));
      assertRefused(
          running.send("POST", TABLE, publisher, "Content-Type", "application/json"),
          413,
          "100,000");
    }
  }

  @Test
  void aRefusedClientThatDoesNotStopIsCutOff() throws IOException {
    String head = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.server().port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head.formatted(TABLE, 1L << 40).getBytes(UTF_8));
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  out.write(new byte[1 << 20]);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aSmallBodyThatUnpacksToALargeOneIsRefused() throws IOException {
    byte[] bomb = JudgeTest.packed(new byte[100 * MOST_BYTES]);
    assertThat(bomb.length).isLessThan(MOST_BYTES);
    RunningServer.Answer answer =
        running.send(
            "POST",
            TABLE,
            BodyPublishers.ofByteArray(bomb),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip");
    assertRefused(answer, 413, "the body has more than 100,000 bytes");
  }

  @Test
  void tooManySamplesAreRefused() {
    String rows = "[1,2,3],".repeat(10) + "[1,2,3]";
    assertRefused(
        running.postJson(TABLE, "{\"instances\": [" + rows + "]}"),
        413,
        "the request has more than 10 samples");
    assertRefused(
        running.post(TABLE, "application/octet-stream", new byte[11 * 3 * 4]),
        413,
        "the request has more than 10 samples");
  }

  @Test
  void aPictureWithTooManyPixelsIsRefusedBeforeItIsDecoded() {
    byte[] png = FormatOneFiles.bytes("pictures/small.png");
    for (int at : new int[] {18, 22}) { // low bytes of width and height
      png[at] = 1;
    }
    assertRefused(
        running.post("/v1/judge?detector=picture", "image/png", png), 413, "10,000 are allowed");
  }

  @Test
  void whatIsNoPictureIsRefused() {
    String path = "/v1/judge?detector=picture";
    assertRefused(running.post(path, "image/png", "no picture".getBytes(UTF_8)), 400, "picture");
    assertRefused(running.post(path, "image/png", new byte[0]), 400, "picture");
    byte[] png = FormatOneFiles.bytes("pictures/small.png");
    assertRefused(
        running.post(path, "image/png", Arrays.copyOf(png, png.length / 2)), 400, "picture");
    assertRefused(running.post(TABLE, "image/png", png), 400, "no pictures");
    assertRefused(
        running.post(path, "multipart/form-data; boundary=x", "--x--\r\n".getBytes(UTF_8)),
        400,
        "the form has no files");
    assertRefused(
        running.post(path, "multipart/form-data", "--x--\r\n".getBytes(UTF_8)), 400, "form");
  }

  @Test
  void bytesThatAreNoWholeSamplesAreRefused() {
    for (int length : new int[] {0, 4, 13}) {
      assertRefused(
          running.post(TABLE, "application/octet-stream", new byte[length]),
          400,
          "the body has %d bytes; a sample of 3 has 12".formatted(length));
    }
  }

  @Test
  void aRequestAfterARefusedOneIsJudged() {
    running.postJson(TABLE, "{").hasStatus(400);
    running.postJson(TABLE, GOOD).hasStatus(200);
  }
}
