package dev.stranger.server;

import static dev.stranger.server.FormatOneFiles.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stranger.Explanation;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A guarded network is served as any detector. Its file, {@code guarded.onnx}, watches the places
 * of train/src/test/resources/guard/cnn-13.onnx; it was written in the folder {@code cli}, built,
 * by
 *
 * <pre>{@code
 * java -cp target/test-classes:target/stranger.jar dev.stranger.cli.GuardedFiles \
 *     ../server/src/test/resources/dev/stranger/server/guarded.onnx
 * }</pre>
 */
class GuardedTest {

  private static final String JUDGE = "/v1/judge?detector=guarded";
  private static final int SIDE = 28;

  @TempDir static Path folder;
  private static RunningServer running;
  private static Detector detector;
  private static List<float[]> samples;

  @BeforeAll
  static void start() throws IOException {
    byte[] file;
    try (InputStream in = GuardedTest.class.getResourceAsStream("guarded.onnx")) {
      file = in.readAllBytes();
    }
    Files.write(folder.resolve("guarded.onnx"), file);
    running = RunningServer.of(folder, "table");
    detector = Detector.open(file, OpenOptions.DEFAULT);
    samples = detector.testSamples();
  }

  @AfterAll
  static void stop() {
    detector.close();
    running.close();
  }

  private static String instances() {
    return samples.stream()
        .map(Arrays::toString)
        .collect(Collectors.joining(",", "{\"instances\": [", "]}"));
  }

  private static float[] floats(JsonNode array) {
    float[] values = new float[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) array.get(i).asDouble();
    }
    return values;
  }

  @Test
  void verdictsAreThoseOfTheDetector() {
    JsonNode verdicts = running.postJson(JUDGE, instances()).hasStatus(200).json().get("verdicts");
    assertThat(verdicts).hasSameSizeAs(samples);
    for (int i = 0; i < samples.size(); i++) {
      assertSame(verdicts.get(i), detector.judge(samples.get(i)));
    }
  }

  @Test
  void anExplanationShowsWhereAndReconstructsNothing() {
    JsonNode verdicts =
        running.postJson(JUDGE + "&explain=true", instances()).hasStatus(200).json();
    for (int i = 0; i < samples.size(); i++) {
      JsonNode explanation = verdicts.at("/verdicts/" + i + "/explanation");
      Explanation expected = detector.explain(samples.get(i));
      assertThat(floats(explanation.get("map")))
          .hasSize(SIDE * SIDE)
          .containsExactly(expected.map(), within(1e-3f));
      assertThat(explanation.has("reconstruction")).isFalse();
      assertThat(explanation.has("residual")).isFalse();
      assertThat(explanation.get("reasons")).hasSameSizeAs(detector.metadata().parts());
    }
  }

  @Test
  void mapsAreSentAsBytesToThoseWhoAskForIt() throws IOException {
    JsonNode plain = running.postJson(JUDGE + "&explain=true", instances()).json();
    RunningServer.Answer answer =
        running.postJson(JUDGE + "&explain=true&binary=true", instances()).hasStatus(200);
    int length = Integer.parseInt(answer.header("Inference-Header-Content-Length"));
    JsonNode json = new ObjectMapper().readTree(answer.body(), 0, length);
    ByteBuffer behind =
        ByteBuffer.wrap(answer.body(), length, answer.body().length - length)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < samples.size(); i++) {
      for (String name : List.of("sample", "map")) {
        String place = "/verdicts/%d/explanation/%s".formatted(i, name);
        assertThat(json.at(place + "/binary_data_size").asInt())
            .isEqualTo(Float.BYTES * SIDE * SIDE);
        for (JsonNode value : plain.at(place)) {
          assertThat(behind.getFloat()).as(name).isEqualTo((float) value.asDouble());
        }
      }
    }
    assertThat(behind.hasRemaining()).isFalse();
  }

  @Test
  void itsDescriptionSaysHowTheNetworkTakesSamples() {
    JsonNode description = running.get("/v1/detectors/guarded").hasStatus(200).json();
    JsonNode input = description.get("input");
    assertThat(input.get("name").asText()).isEqualTo("input");
    assertThat(input.get("layout").asText()).isEqualTo("channels_first");
    assertThat(input.get("scale").asDouble()).isEqualTo(1);
    assertThat(input.get("means").toString()).isEqualTo("[0.13]");
    assertThat(input.get("deviations").toString()).isEqualTo("[0.31]");
    assertThat(input.get("constants")).isEmpty();
    assertThat(input.get("one_by_one").asBoolean()).isFalse();
    assertThat(input.get("output_prefix").asText()).isEmpty();
    assertThat(description.has("tiles")).isFalse();
    assertThat(description.at("/card/network/guarded_model").asText()).isEqualTo("cnn-13.onnx");
    assertThat(description.at("/card/network/watched").asText()).isEqualTo("/Relu_2_output_0");
    assertThat(running.get("/v1/detectors/table").json().has("input")).isFalse();
  }

  @Test
  void itsGalleryIsShown() {
    JsonNode gallery = running.get("/v1/detectors/guarded/gallery").hasStatus(200).json();
    assertThat(gallery.get("held_out")).hasSize(12);
    assertThat(gallery.get("generated")).hasSameSizeAs(samples);
  }

  @Test
  void theOpenInferenceInputIsTheSample() {
    JsonNode model = running.get("/v2/models/guarded").hasStatus(200).json();
    assertThat(model.get("inputs").toString())
        .isEqualTo("[{\"name\":\"x\",\"datatype\":\"FP32\",\"shape\":[-1,1,28,28]}]");
    assertThat(model.get("outputs").findValuesAsText("name"))
        .contains("score", "p_value", "is_ood")
        .containsAll(detector.metadata().energies());
    JsonNode outputs =
        running.postJson("/v2/models/guarded/infer", inference()).hasStatus(200).json();
    for (int i = 0; i < samples.size(); i++) {
      Verdict expected = detector.judge(samples.get(i));
      assertThat(output(outputs, "score", i).asDouble())
          .isCloseTo(expected.score(), within(1e-3 * Math.abs(expected.score())));
      assertThat(output(outputs, "p_value", i).asDouble())
          .isCloseTo(expected.pValue(), within(1e-6));
      assertThat(output(outputs, "is_ood", i).asBoolean()).isEqualTo(expected.ood());
      for (String energy : expected.energies().names()) {
        double value = expected.energies().of(energy);
        assertThat(output(outputs, energy, i).asDouble())
            .as(energy)
            .isCloseTo(value, within(1e-3 * Math.abs(value)));
      }
    }
  }

  /** In the second protocol. */
  private static String inference() {
    String data = samples.stream().map(Arrays::toString).collect(Collectors.joining(","));
    return """
        {"inputs": [{"name": "input", "shape": [%d, 1, 28, 28], "datatype": "FP32", "data": [%s]}]}"""
        .formatted(samples.size(), data);
  }

  private static JsonNode output(JsonNode answer, String name, int index) {
    return StreamSupport.stream(answer.get("outputs").spliterator(), false)
        .filter(output -> output.get("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .get("data")
        .get(index);
  }

  @Test
  void loggedRequestsAreJudgedAndWatchedForDrift() {
    long before = running.get("/v1/drift?detector=guarded").json().get("samples").asLong();
    String[] event = {
      "Ce-Type", "org.kubeflow.serving.inference.request", "Ce-Id", "1", "Ce-Specversion", "1.0"
    };
    for (String body : List.of(instances(), inference())) {
      JsonNode answer =
          running.postJson("/v1/events?detector=guarded", body, event).hasStatus(200).json();
      for (int i = 0; i < samples.size(); i++) {
        assertThat(answer.get("is_outlier").get(i).asInt())
            .isEqualTo(detector.judge(samples.get(i)).ood() ? 1 : 0);
      }
    }
    JsonNode drift = running.get("/v1/drift?detector=guarded").hasStatus(200).json();
    assertThat(drift.get("samples").asLong()).isGreaterThanOrEqualTo(before + 2L * samples.size());
    JsonNode live = running.get("/v1/live?detector=guarded").hasStatus(200).json();
    assertThat(live.get("samples").asLong()).isGreaterThanOrEqualTo(2L * samples.size());
  }
}
