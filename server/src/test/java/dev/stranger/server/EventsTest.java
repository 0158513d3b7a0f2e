package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events as the payload logger of KServe sends them. */
class EventsTest {

  private static final String EVENTS = "/v1/events?detector=table";
  private static final String REQUEST = "org.kubeflow.serving.inference.request";
  private static final String RESPONSE = "org.kubeflow.serving.inference.response";
  private static final String ID = "e58f1edd-43bc-42f6-a10a-d1adb5cab831";
  private static final String FIRST_PROTOCOL =
      "{\"instances\": [[20.1, 10.2, 1003], [20, 10, 2000]]}";
  private static final String SECOND_PROTOCOL =
      """
      {"id": "1", "parameters": {"a": 1}, "inputs": [{"name": "input-0", "shape": [2, 3],
        "datatype": "FP32", "data": [[20.1, 10.2, 1003], [20, 10, 2000]]}]}""";

  @TempDir static Path folder;
  private static RunningServer running;

  @BeforeAll
  static void start() {
    running = RunningServer.of(folder, "table", "picture");
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  /** With the headers that the logger sets. */
  private static RunningServer.Answer log(String type, String contentType, String body) {
    return running.send(
        "POST",
        EVENTS,
        BodyPublishers.ofString(body),
        "Content-Type",
        contentType,
        "Ce-Id",
        ID,
        "Ce-Source",
        "http://localhost:9081/",
        "Ce-Type",
        type,
        "Ce-Specversion",
        "1.0",
        "Ce-Time",
        "2023-01-30T10:45:00.000Z",
        "Ce-Inferenceservicename",
        "sklearn-iris",
        "Ce-Namespace",
        "default",
        "Ce-Endpoint",
        "",
        "Ce-Component",
        "predictor",
        "Ce-Traceparent",
        "00-90a2951c292515b95056d5f778a7824b-d3c911c939c7bef6-00");
  }

  private static void assertOutliers(RunningServer.Answer answer) {
    assertThat(answer.hasStatus(200).json().get("is_outlier").toString()).isEqualTo("[0,1]");
    assertThat(answer.json().get("instance_score")).hasSize(2);
    assertThat(answer.json().get("p_value")).hasSize(2);
    assertThat(answer.header("ce-type")).isEqualTo("org.kubeflow.serving.inference.outlier");
    assertThat(answer.header("ce-specversion")).isEqualTo("1.0");
    assertThat(answer.header("ce-id")).isEqualTo(ID);
    assertThat(answer.header("ce-source")).isEqualTo("/detectors/table");
    assertThat(Instant.parse(answer.header("ce-time"))).isAfter(Instant.now().minusSeconds(60));
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/x-www-form-urlencoded", "text/plain"})
  void loggedRequestsOfBothProtocolsAreJudgedWhateverTheirTypeSays(String contentType) {
    for (String body : List.of(FIRST_PROTOCOL, SECOND_PROTOCOL)) {
      RunningServer.Answer answer = log(REQUEST, contentType, body);
      assertOutliers(answer);
      assertThat(answer.header("ce-inferenceservicename")).isEqualTo("sklearn-iris");
      assertThat(answer.header("ce-namespace")).isEqualTo("default");
      assertThat(answer.header("ce-component")).isEqualTo("predictor");
      assertThat(answer.header("ce-traceparent")).startsWith("00-90a2951c");
      assertThat(answer.headers().firstValue("ce-datacontenttype")).isEmpty();
    }
  }

  @Test
  void judgedEventsArePartOfTheStream() {
    int before = running.get("/v1/live?detector=table").json().get("samples").asInt();
    log(REQUEST, "application/json", FIRST_PROTOCOL).hasStatus(200);
    assertThat(running.get("/v1/live?detector=table").json().get("samples").asInt())
        .isEqualTo(before + 2);
  }

  @ParameterizedTest
  @CsvSource({RESPONSE, "org.kubeflow.serving.inference.feedback", "something.else"})
  void otherEventsAreAcceptedAndNotRead(String type) {
    assertThat(log(type, "application/json", "{\"predictions\": [1, 1]}").hasStatus(202).body())
        .isEmpty();
    assertThat(log(type, "application/json", "no JSON").hasStatus(202).body()).isEmpty();
  }

  private static RunningServer.Answer structured(String data, String... more) {
    List<String> fields = new ArrayList<>(Arrays.asList(more));
    fields.add(data);
    String event =
        """
        {"specversion": "1.0", "type": "%s", "id": "%s", "source": "http://localhost:9081/",
         "time": "2023-01-30T10:45:00.000Z", "inferenceservicename": "sklearn-iris",
         "namespace": "default", "subject": null, %s}"""
            .formatted(REQUEST, ID, String.join(", ", fields));
    return running.send(
        "POST",
        EVENTS,
        BodyPublishers.ofString(event),
        "Content-Type",
        "application/cloudevents+json; charset=utf-8");
  }

  @Test
  void anEventMayBeOneObject() {
    for (String body : List.of(FIRST_PROTOCOL, SECOND_PROTOCOL)) {
      RunningServer.Answer plain = structured("\"data\": " + body);
      assertOutliers(plain);
      assertThat(plain.header("ce-inferenceservicename")).isEqualTo("sklearn-iris");
      assertThat(plain.headers().firstValue("ce-subject")).isEmpty();
      assertThat(plain.headers().firstValue("ce-data")).isEmpty();
      String encoded = Base64.getEncoder().encodeToString(body.getBytes(UTF_8));
      assertOutliers(structured("\"data_base64\": \"" + encoded + "\""));
    }
  }

  @Test
  void attributesThatNoHeaderCanHoldAreEncoded() {
    RunningServer.Answer answer =
        structured(
            "\"data\": " + FIRST_PROTOCOL,
            "\"city\": \"K\\u00f6ln \\\"50%\\\"\"",
            "\"lines\": \"a\\r\\nSet-Cookie: b\"",
            "\"number\": 7",
            "\"Not allowed\": 1");
    assertOutliers(answer);
    assertThat(answer.header("ce-city")).isEqualTo("K%C3%B6ln%20%2250%25%22");
    assertThat(answer.header("ce-lines")).isEqualTo("a%0D%0ASet-Cookie:%20b");
    assertThat(answer.header("ce-number")).isEqualTo("7");
    assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
  }

  @Test
  void whatIsNoEventOrHoldsNoSamplesIsRefused() {
    assertThat(running.postJson(EVENTS, FIRST_PROTOCOL).hasStatus(400).detail())
        .isEqualTo(
            "the request is no CloudEvent; send the header ce-type, or application/cloudevents+json");
    assertThat(
            log(REQUEST, "application/json", "{\"instances\": [[1, 2]]}").hasStatus(400).detail())
        .contains("instance 0 has 2 values, the detector expects 3");
    assertThat(log(REQUEST, "application/json", "no JSON").hasStatus(400).detail())
        .contains("the body is not JSON");
    assertThat(structured("\"data\": 7").hasStatus(400).detail())
        .contains("/data must be an object");
    assertThat(structured("\"data_base64\": \"%\"").hasStatus(400).detail()).contains("not");
    assertThat(structured("\"more\": 7").hasStatus(400).detail()).contains("no instances");
  }

  @Test
  void anEventForAnUnknownDetectorIsNotFound() {
    running.postJson("/v1/events?detector=none", FIRST_PROTOCOL, "ce-type", REQUEST).hasStatus(404);
  }
}
