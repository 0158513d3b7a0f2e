package dev.stranger.server;

import static dev.stranger.server.FormatOneFiles.assertGolden;
import static dev.stranger.server.FormatOneFiles.assertSame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service gives the verdicts of the detector, however samples are sent. */
class JudgeTest {

  private static final String TABLE = "/v1/judge?detector=table";
  private static final String PICTURE = "/v1/judge?detector=picture";

  @TempDir static Path folder;
  private static RunningServer running;
  private static Detector table;
  private static Detector picture;

  @BeforeAll
  static void start() {
    running = RunningServer.of(folder, "table", "picture");
    table = FormatOneFiles.open("table.onnx");
    picture = FormatOneFiles.open("picture.onnx");
  }

  @AfterAll
  static void stop() {
    table.close();
    picture.close();
    running.close();
  }

  private static JsonNode verdicts(RunningServer.Answer answer) {
    return answer.hasStatus(200).json().get("verdicts");
  }

  private static void assertAllSame(JsonNode verdicts, List<Verdict> expected) {
    assertThat(verdicts).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertSame(verdicts.get(i), expected.get(i));
    }
  }

  private static String instances(float[] values, int size) {
    return IntStream.range(0, values.length / size)
        .mapToObj(i -> Arrays.toString(Arrays.copyOfRange(values, i * size, (i + 1) * size)))
        .collect(Collectors.joining(",", "{\"instances\": [", "]}"));
  }

  private static byte[] littleEndian(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  private static float[] prepared(String name) {
    return picture.preparation().picture(FormatOneFiles.bytes("pictures/" + name));
  }

  @Test
  void rowsOfATableAsNumbersGetTheirOldVerdicts() {
    float[] rows = FormatOneFiles.table();
    JsonNode verdicts = verdicts(running.postJson(TABLE, instances(rows, 3)));
    assertAllSame(verdicts, table.judge(rows, rows.length / 3));
    List<Map<String, String>> golden = FormatOneFiles.rows("row-verdicts.csv");
    for (int i = 0; i < golden.size(); i++) {
      assertGolden(verdicts.get(i), golden.get(i));
    }
  }

  @Test
  void aFieldThatNamesARowComesBackWithItsVerdict() {
    String rows =
        """
        {"instances": [{"order": 9007199254740993, "speed": 1003, "temperature": 20, "pressure": 10},
                       {"order": "A-7", "speed": 960, "temperature": 17, "pressure": 9}]}
        """;
    JsonNode verdicts = verdicts(running.postJson(TABLE + "&id=order", rows));
    assertThat(verdicts)
        .extracting(one -> one.get("sample").asText())
        .containsExactly("9007199254740993", "A-7");
    assertThat(running.postJson(TABLE + "&id=nr", rows).hasStatus(400).json().toString())
        .contains("instance 0 has no 'nr', which names it");
  }

  @Test
  void fieldsOfAnObjectInARowHaveItsNameInFront() {
    String row =
        """
        {"instances": [{"speed": 1003, "temperature": 20, "pressure": 10, "order": {"nr": 7, "speed": 1}}]}
        """;
    JsonNode verdicts = verdicts(running.postJson(TABLE + "&id=order.nr", row));
    assertThat(verdicts.get(0).get("sample").asText()).isEqualTo("7");
  }

  @Test
  void rowsByColumnNameInAnyOrderGetTheSameVerdicts() {
    String body =
        """
        {"instances": [{"speed": 1003.0, "temperature": 20.1, "pressure": 10.2},
                       {"temperature": "17.5", "pressure": "8.9", "speed": "960.5"},
                       [26, 7, 1000]]}""";
    JsonNode verdicts = verdicts(running.postJson(TABLE, body));
    List<Map<String, String>> golden = FormatOneFiles.rows("row-verdicts.csv");
    assertThat(verdicts).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertGolden(verdicts.get(i), golden.get(i));
    }
  }

  @Test
  void aPictureAsNumbersMayBeFlatOrNested() {
    float[] sample = prepared("small.png");
    int width = picture.shape().width();
    String rows =
        IntStream.range(0, sample.length / width)
            .mapToObj(i -> Arrays.toString(Arrays.copyOfRange(sample, i * width, (i + 1) * width)))
            .collect(Collectors.joining(",", "[", "]"));
    List<Verdict> expected = List.of(picture.judge(sample));
    assertAllSame(verdicts(running.postJson(PICTURE, instances(sample, sample.length))), expected);
    assertAllSame(
        verdicts(running.postJson(PICTURE, "{\"instances\": [[" + rows + "]]}")), expected);
  }

  @Test
  void float32BytesGetTheSameVerdicts() {
    float[] rows = FormatOneFiles.table();
    byte[] body = littleEndian(rows);
    assertAllSame(
        verdicts(running.post(TABLE, "application/octet-stream", body)),
        table.judge(rows, rows.length / 3));
  }

  @Test
  void picturesAreJudgedAsTheCommandLineJudgedThem() {
    for (Map<String, String> golden : FormatOneFiles.rows("picture-verdicts.csv")) {
      String name = golden.get("sample");
      String type = name.endsWith("jpg") ? "image/jpeg" : "image/png";
      JsonNode verdicts =
          verdicts(running.post(PICTURE, type, FormatOneFiles.bytes("pictures/" + name)));
      assertThat(verdicts).hasSize(1);
      assertGolden(verdicts.get(0), golden);
    }
  }

  @Test
  void aFormOfPicturesGetsOneVerdictForEachInOrder() throws IOException {
    List<Map<String, String>> golden = FormatOneFiles.rows("picture-verdicts.csv");
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    for (int i = 0; i < golden.size(); i++) {
      String name = golden.get(i).get("sample");
      String field = i % 2 == 0 ? "picture" : "b" + i; // one field of several files, and others
      form.write(
          ("--limit\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n"
                  .formatted(field, name))
              .getBytes(ISO_8859_1));
      form.write(FormatOneFiles.bytes("pictures/" + name));
      form.write("\r\n".getBytes(ISO_8859_1));
    }
    form.write("--limit--\r\n".getBytes(ISO_8859_1));
    JsonNode verdicts =
        verdicts(running.post(PICTURE, "multipart/form-data; boundary=limit", form.toByteArray()));
    assertThat(verdicts).hasSameSizeAs(golden);
    for (int i = 0; i < golden.size(); i++) {
      assertGolden(verdicts.get(i), golden.get(i));
    }
  }

  @Test
  void anExplanationAddsUpAndChangesNoVerdict() {
    float[] rows = FormatOneFiles.table();
    String body = instances(rows, 3);
    JsonNode plain = verdicts(running.postJson(TABLE, body));
    JsonNode explained = verdicts(running.postJson(TABLE + "&explain=true", body));
    for (int i = 0; i < explained.size(); i++) {
      JsonNode explanation = ((ObjectNode) explained.get(i)).remove("explanation");
      assertThat(plain.get(i).has("explanation")).isFalse();
      assertSame(explained.get(i), table.judge(Arrays.copyOfRange(rows, 3 * i, 3 * i + 3)));
      double shares = 0;
      double before = 1;
      for (JsonNode reason : explanation.get("reasons")) {
        double share = reason.get("share").asDouble();
        assertThat(share).as("largest first").isLessThanOrEqualTo(before);
        before = share;
        shares += share;
      }
      assertThat(shares).isCloseTo(1, within(1e-4));
      for (int c = 0; c < 3; c++) {
        assertThat((float) explanation.get("sample").get(c).asDouble()).isEqualTo(rows[3 * i + c]);
      }
      assertThat(explanation.get("reconstruction")).hasSize(3);
      assertThat(explanation.get("residual")).hasSize(3);
      assertThat(explanation.get("coordinates")).isNotEmpty();
    }
  }

  @Test
  void theResidualOfAPictureIsTheSquaredDifferenceOfSampleAndReconstruction() {
    JsonNode explanation =
        verdicts(
                running.post(
                    PICTURE + "&explain=true",
                    "image/png",
                    FormatOneFiles.bytes("pictures/stripes.png")))
            .get(0)
            .get("explanation");
    float[] sample = prepared("stripes.png");
    assertThat(explanation.get("sample")).hasSize(sample.length);
    for (int i = 0; i < sample.length; i++) {
      double value = explanation.get("sample").get(i).asDouble();
      double difference = value - explanation.get("reconstruction").get(i).asDouble();
      assertThat(value).isCloseTo(sample[i], within(1e-6));
      assertThat(explanation.get("residual").get(i).asDouble())
          .isCloseTo(difference * difference, within(1e-5));
    }
  }

  @Test
  void arraysOfAnExplanationMayComeAsBytesBehindTheJson() throws IOException {
    byte[] stripes = FormatOneFiles.bytes("pictures/stripes.png");
    JsonNode plain = verdicts(running.post(PICTURE + "&explain=true", "image/png", stripes)).get(0);
    RunningServer.Answer answer =
        running.send(
            "POST",
            PICTURE + "&explain=true&binary=true",
            BodyPublishers.ofByteArray(stripes),
            "Content-Type",
            "image/png",
            "Accept-Encoding",
            "gzip");
    assertThat(answer.hasStatus(200).header("Content-Type")).isEqualTo("application/octet-stream");
    assertThat(answer.header("Content-Encoding")).as("packing would take long").isEmpty();
    int length = Integer.parseInt(answer.header("Inference-Header-Content-Length"));
    JsonNode verdict = new ObjectMapper().readTree(answer.body(), 0, length).get("verdicts").get(0);
    ByteBuffer behind =
        ByteBuffer.wrap(answer.body(), length, answer.body().length - length)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (String name : List.of("sample", "reconstruction", "residual")) {
      JsonNode expected = ((ObjectNode) plain.get("explanation")).remove(name);
      JsonNode size = ((ObjectNode) verdict.get("explanation")).remove(name);
      assertThat(size.get("binary_data_size").asInt()).isEqualTo(Float.BYTES * expected.size());
      for (JsonNode value : expected) {
        assertThat(behind.getFloat()).as(name).isEqualTo((float) value.asDouble());
      }
    }
    assertThat(behind.hasRemaining()).isFalse();
    assertThat(verdict).as("all else is in the JSON").isEqualTo(plain);
  }

  @Test
  void anAnswerWithoutAnExplanationHasNothingBehindItsJson() {
    String body = "{\"instances\": [[20, 10, 1000]]}";
    assertThat(running.postJson(TABLE + "&binary=true", body).hasStatus(200).json())
        .isEqualTo(running.postJson(TABLE, body).json());
  }

  @Test
  void anotherFalseAlarmRateMovesTheLineAndNothingElse() {
    float[] values = prepared("large.png"); // p = 2 / 51: strange at 5 %, not at 2 %
    String body = instances(values, values.length);
    JsonNode usual = running.postJson(PICTURE, body).hasStatus(200).json();
    JsonNode strict = running.postJson(PICTURE + "&false_alarm=0.02", body).hasStatus(200).json();
    Verdict expected = picture.withGuarantee(FalseAlarmGuarantee.onAverage(0.02)).judge(values);
    assertThat(usual.at("/verdicts/0/ood").asBoolean()).isTrue();
    assertThat(strict.at("/verdicts/0/ood").asBoolean()).isFalse().isEqualTo(expected.ood());
    assertThat(strict.get("false_alarm").asDouble()).isEqualTo(0.02);
    assertThat(strict.at("/threshold/p_value").asDouble())
        .isLessThan(usual.at("/threshold/p_value").asDouble());
    assertThat(strict.at("/threshold/score").asDouble())
        .isGreaterThan(usual.at("/threshold/score").asDouble());
    for (JsonNode answer : List.of(usual, strict)) {
      ((ObjectNode) answer).remove(List.of("false_alarm", "threshold"));
      ((ObjectNode) answer.at("/verdicts/0")).remove("ood");
    }
    assertThat(strict).isEqualTo(usual);
  }

  @Test
  void theThresholdsOfScoreAndPValueAgree() {
    float[] rows = FormatOneFiles.table();
    JsonNode answer = running.postJson(TABLE, instances(rows, 3)).hasStatus(200).json();
    for (JsonNode verdict : answer.get("verdicts")) {
      boolean ood = verdict.get("ood").asBoolean();
      assertThat(verdict.get("score").asDouble() > answer.at("/threshold/score").asDouble())
          .isEqualTo(ood);
      assertThat(verdict.get("p_value").asDouble() <= answer.at("/threshold/p_value").asDouble())
          .isEqualTo(ood);
    }
  }

  @Test
  void samplesThatAreNotWatchedLeaveDriftAndLiveCountsAlone() {
    String body = instances(FormatOneFiles.table(), 3);
    String drift = "/v1/drift?detector=table";
    String live = "/v1/live?detector=table";
    running.postJson(TABLE, body).hasStatus(200);
    JsonNode driftBefore = running.get(drift).json();
    JsonNode liveBefore = running.get(live).json();
    assertThat(driftBefore.get("samples").asInt()).isPositive();
    running.postJson(TABLE + "&watch=false", body).hasStatus(200);
    assertThat(running.get(drift).json()).isEqualTo(driftBefore);
    assertThat(running.get(live).json()).isEqualTo(liveBefore);
    running.postJson(TABLE + "&watch=true", body).hasStatus(200);
    assertThat(running.get(drift).json().get("samples").asInt())
        .isEqualTo(driftBefore.get("samples").asInt() + 4);
    JsonNode after = running.get(live).json();
    assertThat(after.get("samples").asInt()).isEqualTo(liveBefore.get("samples").asInt() + 4);
    assertThat(after.get("strangers").asInt()).isEqualTo(liveBefore.get("strangers").asInt() + 2);
    assertThat(after.get("strangers_lately")).isNotEmpty();
  }

  @Test
  void aResetForgetsTheStream() {
    running.postJson(TABLE, instances(FormatOneFiles.table(), 3)).hasStatus(200);
    JsonNode drift =
        running
            .send("POST", "/v1/drift/reset?detector=table", BodyPublishers.noBody())
            .hasStatus(200)
            .json();
    assertThat(drift.get("samples").asInt()).isZero();
    assertThat(drift.get("alarms")).isEmpty();
    assertThat(drift.get("evidence").isNull()).isTrue();
  }

  @Test
  void packedRequestsAreUnpacked() throws IOException {
    float[] rows = FormatOneFiles.table();
    RunningServer.Answer answer =
        running.send(
            "POST",
            TABLE,
            BodyPublishers.ofByteArray(packed(instances(rows, 3).getBytes(UTF_8))),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip");
    assertAllSame(verdicts(answer), table.judge(rows, rows.length / 3));
  }

  static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void largeAnswersArePackedForThoseWhoAskForIt() {
    String body = instances(prepared("small.png"), picture.shape().size());
    RunningServer.Answer packed =
        running.postJson(PICTURE + "&explain=true", body, "Accept-Encoding", "gzip");
    RunningServer.Answer plain = running.postJson(PICTURE + "&explain=true", body);
    assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(plain.header("Content-Encoding")).isEmpty();
    assertThat(packed.json()).isEqualTo(plain.json());
  }

  @Test
  void theOnlyDetectorNeedsNoName(@TempDir Path other) {
    try (RunningServer alone = RunningServer.of(other, "table")) {
      JsonNode answer = alone.postJson("/v1/judge", "{\"instances\": [[20, 10, 1000]]}").json();
      assertThat(answer.get("detector").asText()).isEqualTo("table");
      assertThat(answer.get("version").asText())
          .isEqualTo(alone.get("/v1/detectors/table").json().get("version").asText());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain=true", "explain=1", "explain"})
  void aFlagMayBeWrittenInSeveralWays(String query) {
    JsonNode verdicts =
        verdicts(running.postJson(TABLE + "&" + query, "{\"instances\": [[20, 10, 1000]]}"));
    assertThat(verdicts.get(0).has("explanation")).isTrue();
  }
}
