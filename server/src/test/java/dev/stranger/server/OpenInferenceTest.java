package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Open Inference Protocol as specified: requests and answers are checked by its schemas. */
class OpenInferenceTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode SCHEMAS = schemas();
  private static final String INFER = "/v2/models/table/infer";
  private static final String LENGTH = "Inference-Header-Content-Length";
  private static final String ROWS =
      """
      {"name": "x", "shape": [2, 3], "datatype": "FP32", "data": [20.1, 10.2, 1003, 20, 10, 2000]}""";

  @TempDir static Path folder;
  private static RunningServer running;
  private static Detector table;
  private static List<Verdict> expected;

  @BeforeAll
  static void start() {
    running = RunningServer.of(folder, "table", "picture");
    table = FormatOneFiles.open("table.onnx");
    expected = table.judge(new float[] {20.1f, 10.2f, 1003, 20, 10, 2000}, 2);
  }

  @AfterAll
  static void stop() {
    table.close();
    running.close();
  }

  private static JsonNode schemas() {
    try (InputStream in = OpenInferenceTest.class.getResourceAsStream("open-inference.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertValid(String kind, JsonNode payload) {
    ObjectNode schema = SCHEMAS.deepCopy();
    schema.put("$ref", "#/$defs/" + kind);
    assertThat(
            JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(schema).validate(payload))
        .as("%s %s", kind, payload)
        .isEmpty();
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /** Sends a request that keeps to the specification, and checks that the answer does. */
  private static JsonNode infer(String request) {
    assertValid("request", json(request));
    JsonNode response = running.postJson(INFER, request).hasStatus(200).json();
    assertValid("response", response);
    return response;
  }

  private static JsonNode output(JsonNode response, String name) {
    for (JsonNode output : response.get("outputs")) {
      if (output.get("name").asText().equals(name)) {
        return output;
      }
    }
    throw new AssertionError("no output " + name + " in " + response);
  }

  private static List<String> names(JsonNode response) {
    List<String> names = new ArrayList<>();
    response.get("outputs").forEach(output -> names.add(output.get("name").asText()));
    return names;
  }

  private static void assertScores(JsonNode response, List<Verdict> verdicts) {
    JsonNode scores = output(response, "score");
    assertThat(scores.get("shape")).isEqualTo(json("[" + verdicts.size() + "]"));
    for (int i = 0; i < verdicts.size(); i++) {
      double score = verdicts.get(i).score();
      assertThat(scores.get("data").get(i).asDouble()).isCloseTo(score, within(1e-3 * score));
    }
  }

  @Test
  void theServerNamesItselfAndItsExtension() {
    JsonNode server = running.get("/v2").hasStatus(200).json();
    assertValid("server", server);
    assertThat(server.get("name").asText()).isEqualTo("stranger");
    assertThat(server.get("extensions")).contains(json("\"binary_tensor_data\""));
    assertThat(running.get("/v2/").hasStatus(200).json()).isEqualTo(server);
  }

  @Test
  void theServerIsLiveAndReady() {
    assertThat(running.get("/v2/health/live").hasStatus(200).json())
        .isEqualTo(json("{\"live\": true}"));
    assertThat(running.get("/v2/health/ready").hasStatus(200).json())
        .isEqualTo(json("{\"ready\": true}"));
  }

  @Test
  void aModelTellsItsInputsAndOutputs() {
    JsonNode model = running.get("/v2/models/picture").hasStatus(200).json();
    assertValid("model", model);
    assertThat(model.get("name").asText()).isEqualTo("picture");
    assertThat(model.get("inputs")).hasSize(1);
    assertThat(model.at("/inputs/0/datatype").asText()).isEqualTo("FP32");
    assertThat(model.at("/inputs/0/shape/0").asInt()).isEqualTo(-1);
    assertThat(model.at("/inputs/0/shape").size()).isEqualTo(4);
    assertThat(names(model))
        .contains("score", "p_value", "is_ood", "full_energy")
        .contains("instance_score", "p_val", "is_outlier", "threshold");
    assertThat(output(model, "threshold").get("shape")).isEqualTo(json("[1]"));
    assertThat(output(model, "score").get("shape")).isEqualTo(json("[-1]"));
  }

  @Test
  void theVersionThatJudgesCanBeAskedForAndNoOther() {
    String version = running.get("/v2/models/table").json().at("/versions/0").asText();
    String path = "/v2/models/table/versions/" + version;
    assertValid("model", running.get(path).hasStatus(200).json());
    assertValid("model_ready", running.get(path + "/ready").hasStatus(200).json());
    assertValid("model_ready", running.get("/v2/models/table/ready").hasStatus(200).json());
    JsonNode response =
        running.postJson(path + "/infer", "{\"inputs\": [" + ROWS + "]}").hasStatus(200).json();
    assertThat(response.get("model_version").asText()).isEqualTo(version);
    for (String other : List.of("/v2/models/table/versions/1", "/v2/models/none")) {
      assertValid("error", running.get(other).hasStatus(404).json());
      assertValid("error", running.get(other + "/ready").hasStatus(404).json());
      assertValid(
          "error",
          running.postJson(other + "/infer", "{\"inputs\": [" + ROWS + "]}").hasStatus(404).json());
    }
  }

  @Test
  void aRequestWithoutOutputsGetsAllAndItsIdBack() {
    String id = "request \\u0007 \\u00e9 42";
    JsonNode response = infer("{\"id\": \"%s\", \"inputs\": [%s]}".formatted(id, ROWS));
    assertThat(response.get("id")).isEqualTo(json("\"" + id + "\""));
    assertThat(response.get("model_name").asText()).isEqualTo("table");
    assertThat(names(response))
        .contains("score", "p_value", "is_ood", "full_energy", "neg_corr")
        .contains("instance_score", "is_outlier", "p_val", "threshold");
    assertScores(response, expected);
    for (int i = 0; i < 2; i++) {
      assertThat(output(response, "is_ood").get("data").get(i).asBoolean())
          .isEqualTo(expected.get(i).ood());
      assertThat((float) output(response, "p_value").get("data").get(i).asDouble())
          .isEqualTo(expected.get(i).pValue());
    }
    assertThat(infer("{\"inputs\": [" + ROWS + "]}").has("id")).isFalse();
  }

  @Test
  void dataMayBeFlatOrNested() {
    assertScores(infer("{\"inputs\": [" + ROWS + "]}"), expected);
    String nested =
        """
        {"inputs": [{"name": "x", "shape": [2, 3], "datatype": "FP64",
                     "data": [[20.1, 10.2, 1003], [20, 10, 2000]]}]}""";
    assertScores(infer(nested), expected);
  }

  @Test
  void outputsComeAsAskedForInTheirOrder() {
    String request =
        """
        {"inputs": [%s], "outputs": [{"name": "threshold"}, {"name": "is_outlier"},
          {"name": "score"}, {"name": "instance_score"}, {"name": "p_val"}]}""";
    JsonNode response = infer(request.formatted(ROWS));
    assertThat(names(response))
        .containsExactly("threshold", "is_outlier", "score", "instance_score", "p_val");
    assertThat(output(response, "is_outlier")).isEqualTo(tensor("is_outlier", "INT64", "[0, 1]"));
    assertThat(output(response, "instance_score").get("data"))
        .isEqualTo(output(response, "score").get("data"));
    double line = output(response, "threshold").at("/data/0").asDouble();
    assertThat(output(response, "threshold").get("data")).hasSize(1);
    assertThat(expected.get(0).score()).isLessThan((float) line);
    assertThat(expected.get(1).score()).isGreaterThan((float) line);
  }

  private static JsonNode tensor(String name, String datatype, String data) {
    return json(
        "{\"name\": \"%s\", \"datatype\": \"%s\", \"shape\": [%d], \"data\": %s}"
            .formatted(name, datatype, json(data).size(), data));
  }

  @Test
  void columnsOfATableMayBeInputsOfTheirOwn() {
    String request =
        """
        {"inputs": [
          {"name": "speed", "shape": [2, 1], "datatype": "INT32", "data": [1003, 2000]},
          {"name": "temperature", "shape": [2], "datatype": "FP32", "data": [20.1, 20]},
          {"name": "pressure", "shape": [2, 1], "datatype": "FP64", "data": [[10.2], [10]]}]}""";
    assertScores(infer(request), expected);
  }

  /** Recorded from flink-model-triton 2.3.0, which writes the names of columns in capitals. */
  @Test
  void requestsOfFlinkAreUnderstood() {
    String request =
        """
        {"inputs":[{"name":"X","datatype":"FP32","shape":[1,3],"data":[20.1,10.2,1003.0]}],\
        "outputs":[{"name":"P_VALUE"}]}""";
    String type = "application/json; charset=utf-8";
    JsonNode response =
        running
            .post("/v2/models/table/versions/latest/infer", type, request.getBytes(UTF_8))
            .hasStatus(200)
            .json();
    assertValid("response", response);
    assertThat(names(response)).containsExactly("P_VALUE");
    assertThat((float) output(response, "P_VALUE").at("/data/0").asDouble())
        .isEqualTo(expected.get(0).pValue());
  }

  @Test
  void fieldsThatAreNullCountAsAbsent() {
    String request =
        """
        {"id": null, "parameters": null, "outputs": null, "inputs": [{"name": "x", "shape": [1, 3],
          "datatype": "FP32", "parameters": null, "data": [20.1, 10.2, 1003]}]}""";
    JsonNode response = running.postJson(INFER, request).hasStatus(200).json();
    assertScores(response, expected.subList(0, 1));
  }

  /** As the documentation of the protocol shows it; this detector has other inputs. */
  @Test
  void theExampleOfTheSpecificationIsUnderstoodAndItsInputsRefused() {
    String request =
        """
        {"id": "42", "inputs": [
          {"name": "input0", "shape": [2, 2], "datatype": "UINT32", "data": [1, 2, 3, 4]},
          {"name": "input1", "shape": [3], "datatype": "BOOL", "data": [true]}],
         "outputs": [{"name": "score"}]}""";
    assertValid("request", json(request));
    RunningServer.Answer answer = running.postJson(INFER, request).hasStatus(400);
    assertThat(answer.detail())
        .contains("the inputs input0, input1", "one for each of temperature, pressure, speed");
  }

  private record Sent(String json, byte[] behind) {}

  private static RunningServer.Answer inferBinary(String path, Sent sent) {
    assertValid("request", json(sent.json));
    byte[] text = sent.json.getBytes(UTF_8);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(text);
    body.writeBytes(sent.behind);
    return running.send(
        "POST",
        path,
        BodyPublishers.ofByteArray(body.toByteArray()),
        "Content-Type",
        "application/octet-stream",
        LENGTH,
        Integer.toString(text.length));
  }

  private static String input(String shape, String datatype, int bytes) {
    return """
        {"name": "x", "shape": %s, "datatype": "%s", "parameters": {"binary_data_size": %d}}"""
        .formatted(shape, datatype, bytes);
  }

  private static ByteBuffer bytes(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The same whole numbers in each type; they are far from normal, but so they are in all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FP16", "FP32", "FP64", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32",
        "UINT64"
      })
  void numbersOfEachTypeAreReadFromBytes(String datatype) {
    int[] row = {20, 10, 100};
    ByteBuffer bytes = bytes(24);
    for (int value : row) {
      switch (datatype) {
        case "FP16" -> bytes.putShort(half(value));
        case "FP32" -> bytes.putFloat(value);
        case "FP64" -> bytes.putDouble(value);
        case "INT8", "UINT8" -> bytes.put((byte) value);
        case "INT16", "UINT16" -> bytes.putShort((short) value);
        case "INT32", "UINT32" -> bytes.putInt(value);
        default -> bytes.putLong(value);
      }
    }
    byte[] behind = Arrays.copyOf(bytes.array(), bytes.position());
    String request = "{\"inputs\": [%s]}".formatted(input("[1, 3]", datatype, behind.length));
    JsonNode response = inferBinary(INFER, new Sent(request, behind)).hasStatus(200).json();
    assertValid("response", response);
    assertScores(response, List.of(table.judge(new float[] {20, 10, 100})));
  }

  /** Of a whole number below 2048. */
  private static short half(int value) {
    int exponent = 31 - Integer.numberOfLeadingZeros(value);
    int fraction = (value << 10 - exponent) & 0x3ff;
    return (short) (exponent + 15 << 10 | fraction);
  }

  @ParameterizedTest
  @CsvSource({
    "UINT8, 200, 200",
    "INT8, 200, -56",
    "UINT16, 40000, 40000",
    "INT16, 40000, -25536",
    "BOOL, 1, 1",
    "BOOL, 0, 0",
  })
  void signsAreThoseOfTheType(String datatype, int sent, float meant) {
    ByteBuffer bytes = bytes(6);
    for (int i = 0; i < 3; i++) {
      if (datatype.endsWith("16")) {
        bytes.putShort((short) sent);
      } else {
        bytes.put((byte) sent);
      }
    }
    byte[] behind = Arrays.copyOf(bytes.array(), bytes.position());
    String request = "{\"inputs\": [%s]}".formatted(input("[1, 3]", datatype, behind.length));
    JsonNode response = inferBinary(INFER, new Sent(request, behind)).hasStatus(200).json();
    assertScores(response, List.of(table.judge(new float[] {meant, meant, meant})));
  }

  @Test
  void picturesMayBeSentAsBytesOrInBase64() {
    List<Map<String, String>> golden = FormatOneFiles.rows("picture-verdicts.csv");
    ByteArrayOutputStream behind = new ByteArrayOutputStream();
    List<String> texts = new ArrayList<>();
    for (Map<String, String> verdict : golden) {
      byte[] picture = FormatOneFiles.bytes("pictures/" + verdict.get("sample"));
      behind.writeBytes(bytes(4).putInt(picture.length).array());
      behind.writeBytes(picture);
      texts.add("\"" + Base64.getEncoder().encodeToString(picture) + "\"");
    }
    String shape = "[" + golden.size() + "]";
    String path = "/v2/models/picture/infer";
    String request = "{\"inputs\": [%s]}".formatted(input(shape, "BYTES", behind.size()));
    JsonNode asBytes =
        inferBinary(path, new Sent(request, behind.toByteArray())).hasStatus(200).json();
    String inText =
        "{\"inputs\": [{\"name\": \"x\", \"shape\": %s, \"datatype\": \"BYTES\", \"data\": %s}]}"
            .formatted(shape, texts);
    assertValid("request", json(inText));
    JsonNode asText = running.postJson(path, inText).hasStatus(200).json();
    for (JsonNode response : List.of(asBytes, asText)) {
      for (int i = 0; i < golden.size(); i++) {
        double score = Double.parseDouble(golden.get(i).get("score"));
        assertThat(output(response, "score").get("data").get(i).asDouble())
            .isCloseTo(score, within(1e-3 * score));
      }
    }
  }

  private static RunningServer.Answer inferPictures(String shape, int count) {
    String request =
        "{\"inputs\": [%s]}".formatted(input(shape, "FP32", Float.BYTES * 192 * count));
    return inferBinary(
        "/v2/models/picture/infer", new Sent(request, floats(new float[192 * count])));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[2, 3, 8, 8]", "[2, 192]", "[2, 1, 3, 8, 8]", "[2, 3, 8, 8, 1]"})
  void valuesMayBeNestedAsTheDetectorsOrFlat(String shape) {
    inferPictures(shape, 2).hasStatus(200);
  }

  /** As many values in another order would be another picture. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1, 8, 8, 3]",
        "[1, 2, 96]",
        "[1, 48, 1, 2, 2]",
        "[1, 3, 64]",
        "[1, 8, 3, 8]",
        "[192]",
        "[2, 3, 8, 4]",
        "[3, 8, 8]"
      })
  void valuesInAnotherOrderAreRefused(String shape) {
    assertThat(inferPictures(shape, 1).hasStatus(400).detail())
        .contains(
            "input 'x' has the shape %s, the detector expects [N, 3, 8, 8] or [N, 192]"
                .formatted(shape));
  }

  private static byte[] floats(float... values) {
    ByteBuffer bytes = bytes(Float.BYTES * values.length);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  /** The wish of the request must not be lost where outputs are listed. */
  @Test
  void outputsComeAsBytesWhereTheRequestOrTheOutputSaysSo() {
    String request =
        """
        {"id": "7", "parameters": {"binary_data_output": true}, "inputs": [%s], "outputs": [
          {"name": "score"}, {"name": "p_value", "parameters": {"binary_data": false}},
          {"name": "is_ood"}, {"name": "is_outlier", "parameters": {"binary_data": true}}]}"""
            .formatted(input("[2, 3]", "FP32", 24));
    RunningServer.Answer answer =
        inferBinary(INFER, new Sent(request, floats(20.1f, 10.2f, 1003, 20, 10, 2000)))
            .hasStatus(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/octet-stream");
    int length = Integer.parseInt(answer.header(LENGTH));
    JsonNode response = json(new String(answer.body(), 0, length, UTF_8));
    assertValid("response", response);
    assertThat(names(response)).containsExactly("score", "p_value", "is_ood", "is_outlier");
    assertThat(output(response, "p_value").get("data")).hasSize(2);
    assertThat(output(response, "score").at("/parameters/binary_data_size").asInt()).isEqualTo(8);
    ByteBuffer behind =
        ByteBuffer.wrap(answer.body(), length, answer.body().length - length)
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThat(behind.remaining()).isEqualTo(8 + 2 + 16);
    for (Verdict verdict : expected) {
      assertThat(behind.getFloat()).isCloseTo(verdict.score(), within(1e-3f * verdict.score()));
    }
    assertThat(List.of(behind.get(), behind.get())).containsExactly((byte) 0, (byte) 1);
    assertThat(List.of(behind.getLong(), behind.getLong())).containsExactly(0L, 1L);
  }

  @Test
  void oneOutputMayBeBytesWhileTheOthersAreText() {
    String request =
        """
        {"inputs": [%s],
         "outputs": [{"name": "score", "parameters": {"binary_data": true}}, {"name": "p_value"}]}"""
            .formatted(ROWS);
    RunningServer.Answer answer = running.postJson(INFER, request).hasStatus(200);
    int length = Integer.parseInt(answer.header(LENGTH));
    assertThat(answer.body().length - length).isEqualTo(8);
    assertValid("response", json(new String(answer.body(), 0, length, UTF_8)));
  }

  @Test
  void bytesAndTextMayBeMixedAmongTheInputs() {
    String request =
        """
        {"inputs": [
          {"name": "temperature", "shape": [2], "datatype": "FP32",
           "parameters": {"binary_data_size": 8}},
          {"name": "pressure", "shape": [2], "datatype": "FP32", "data": [10.2, 10]},
          {"name": "speed", "shape": [2], "datatype": "UINT16",
           "parameters": {"binary_data_size": 4}}]}""";
    ByteBuffer behind = bytes(12).putFloat(20.1f).putFloat(20);
    behind.putShort((short) 1003).putShort((short) 2000);
    JsonNode response = inferBinary(INFER, new Sent(request, behind.array())).hasStatus(200).json();
    assertScores(response, expected);
  }

  @Test
  void packedRequestsAreUnpacked() throws IOException {
    RunningServer.Answer answer =
        running.send(
            "POST",
            INFER,
            BodyPublishers.ofByteArray(
                JudgeTest.packed(("{\"inputs\": [" + ROWS + "]}").getBytes(UTF_8))),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip");
    assertScores(answer.hasStatus(200).json(), expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | the request has no inputs",
        "{'inputs': []} | the request has no inputs",
        "{'inputs': 7} | /inputs must be an array",
        "{'inputs': [7]} | must be an object",
        "{'inputs': [{}]} | an input needs a name, a shape and a datatype",
        "[] | the body is not a JSON object",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32'}]} | needs either data or",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP8', "
            + "'data': [1,2,3]}]}"
            + " | 'FP8'; the types are BOOL",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'data': [1,2]}]}"
            + " | has 2 values, its shape [1, 3] needs 3",
        "{'inputs': [{'name': 'x', 'shape': [1, 2], 'datatype': 'FP32', "
            + "'data': [1,2]}]}"
            + " | the detector expects [N, 3]",
        "{'inputs': [{'name': 'x', 'shape': [0, 3], 'datatype': 'FP32', 'data': []}]}"
            + " | [0, 3], which is no samples",
        "{'inputs': [{'name': 'x', 'shape': [-1, 3], 'datatype': 'FP32', "
            + "'data': [1,2,3]}]}"
            + " | is -1, not a size",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'data': [1,2,'a']}]}"
            + " | numbers are expected",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'data': ['a','b','c']}]}"
            + " | holds texts; numbers are expected",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'data': [1,2,1e999]}]}"
            + " | Infinity",
        "{'inputs': [{'name': 'x', 'shape': [1], 'datatype': 'BYTES', "
            + "'data': ['AAAA']}]}"
            + " | picture",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'data': [1,2,3]}], 'outputs': [{'name': 'y'}]}"
            + " | there is no output 'y'; there are score",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'data': [1,2,3]}], 'outputs': [{}]}"
            + " | an output needs a name",
        "{'inputs': [{'name': 'x', 'shape': [1, 3], 'datatype': 'FP32', "
            + "'parameters': {'binary_data_size': 12}}]}"
            + " | 0 are left; set the header Inference-Header-Content-Length",
        "{'inputs': [{'name': 'temperature', 'shape': [0], 'datatype': 'FP32', "
            + "'data': []}, {'name': 'pressure', 'shape': [0], 'datatype': 'FP32', "
            + "'data': []}, {'name': 'speed', 'shape': [0], 'datatype': 'FP32', 'data': []}]}"
            + " | no samples",
        "{'inputs': [{'name': 'temperature', 'shape': [1], 'datatype': 'FP32', "
            + "'data': [1]}, {'name': 'pressure', 'shape': [2], 'datatype': 'FP32', "
            + "'data': [1, 2]}, {'name': 'speed', 'shape': [1], 'datatype': 'FP32', "
            + "'data': [1]}]}"
            + " | input 'pressure' has 2 values, 'temperature' has 1",
      })
  void whatIsNoRequestGetsAnErrorOfOneLine(String request, String error) {
    RunningServer.Answer answer =
        running.postJson(INFER, request.replace('\'', '"')).hasStatus(400);
    assertValid("error", answer.json());
    assertThat(answer.detail()).contains(error).doesNotContain("\n");
  }

  @Test
  void anInputOfNoPicturesIsRefused() {
    String request =
        "{\"inputs\": [{\"name\": \"x\", \"shape\": [0], \"datatype\": \"BYTES\", \"data\": []}]}";
    RunningServer.Answer answer =
        running.postJson("/v2/models/picture/infer", request).hasStatus(400);
    assertThat(answer.detail()).contains("no samples");
  }

  @ParameterizedTest
  @CsvSource({"x, not a length", "-1, not a length", "99999999, its header says 99"})
  void aLengthThatCannotBeIsRefused(String length, String error) {
    RunningServer.Answer answer =
        running.postJson(INFER, "{\"inputs\": [" + ROWS + "]}", LENGTH, length).hasStatus(400);
    assertThat(answer.detail()).contains(error);
  }

  @Test
  void bytesThatBelongToNoInputAreRefused() {
    String request = "{\"inputs\": [%s]}".formatted(input("[1, 3]", "FP32", 12));
    assertThat(inferBinary(INFER, new Sent(request, new byte[13])).hasStatus(400).detail())
        .contains("1 bytes at the end of the body belong to no input");
    String pictures = "{\"inputs\": [%s]}".formatted(input("[1]", "BYTES", 3));
    assertThat(
            inferBinary("/v2/models/picture/infer", new Sent(pictures, new byte[3]))
                .hasStatus(400)
                .detail())
        .contains("3 bytes");
  }

  @Test
  void aWrongMethodIsAnErrorOfTheProtocol() {
    RunningServer.Answer answer = running.get(INFER).hasStatus(405);
    assertValid("error", answer.json());
    assertValid("error", running.get("/v2/nothing").hasStatus(404).json());
  }
}
