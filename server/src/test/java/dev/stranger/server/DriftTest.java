package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stranger.server.live.DriftOptions;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stream is watched: each sample counts once, and an alarm is given once. */
@Timeout(60)
final class DriftTest {

  private static final String WINDOW =
      "stranger_drift_alarms_total{detector=\"picture\",test=\"window\"}";
  private static final String EVIDENCE = "stranger_drift_evidence{detector=\"picture\"}";

  @TempDir private Path folder;

  private FaultServer start() {
    FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    return new FaultServer(ServerOptions.of(folder).with(new DriftOptions(1_000, 50)));
  }

  @Test
  void anAlarmIsGivenOnceSurvivesARestartAndIsReset() {
    byte[] noise = FaultServer.samples(new Random(1), 100, PICTURE_VALUES);
    JsonNode alarms;
    try (FaultServer server = start()) {
      for (int i = 0; i < 5; i++) {
        server.post("/v1/judge", FLOATS, noise);
      }
      JsonNode drift = server.json("/v1/drift");
      assertThat(drift.get("drifted").asBoolean()).isTrue();
      alarms = drift.get("alarms");
      assertThat(alarms.findValuesAsText("test")).doesNotHaveDuplicates().contains("window");
      assertThat(server.metric(WINDOW)).isEqualTo(1);
    }
    try (FaultServer server = start()) {
      JsonNode drift = server.json("/v1/drift");
      assertThat(drift.get("samples").asLong()).isEqualTo(500);
      assertThat(drift.get("alarms").findValuesAsText("test"))
          .isEqualTo(alarms.findValuesAsText("test"));
      assertThat(drift.get("alarms").findValuesAsText("after_samples"))
          .isEqualTo(alarms.findValuesAsText("after_samples"));
      server.post("/v1/judge", FLOATS, noise);
      assertThat(server.metric(WINDOW)).as("alarms after the restart").isZero();
      double evidence = server.metric(EVIDENCE);
      JsonNode reset = FaultServer.json(server.post("/v1/drift/reset", FLOATS, new byte[0]));
      assertThat(reset.get("drifted").asBoolean()).isFalse();
      assertThat(reset.get("samples").asLong()).isZero();
      assertThat(reset.get("alarms").size()).isZero();
      assertThat(server.metric(EVIDENCE)).as("evidence after the reset").isLessThan(evidence);
    }
    try (FaultServer server = start()) {
      assertThat(server.json("/v1/drift").get("alarms").size()).as("after a restart").isZero();
      server.post("/v1/judge", FLOATS, noise);
      assertThat(server.metric(WINDOW)).as("a new alarm").isEqualTo(1);
    }
  }

  @Test
  void eachSampleCountsOnceHoweverManyClientsThereAre() {
    try (FaultServer server = start()) {
      Random random = new Random(2);
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      int samples = 0;
      for (int i = 0; i < 300; i++) {
        int count = 1 + random.nextInt(4);
        samples += i % 5 == 0 ? 0 : count;
        answers.add(
            server.postLater(
                "/v1/judge" + (i % 5 == 0 ? "?watch=false" : ""),
                FLOATS,
                FaultServer.samples(random, count, PICTURE_VALUES)));
      }
      int strangers = 0;
      for (int i = 0; i < 300; i++) {
        for (JsonNode verdict : FaultServer.json(answers.get(i).join()).get("verdicts")) {
          strangers += i % 5 != 0 && verdict.get("ood").asBoolean() ? 1 : 0;
        }
      }
      JsonNode live = server.json("/v1/live");
      assertThat(live.get("samples").asInt()).isEqualTo(samples);
      assertThat(live.get("strangers").asInt()).isEqualTo(strangers);
      assertThat(sum(live.get("seconds"), "samples")).isEqualTo(samples);
      assertThat(sum(live.get("seconds"), "strangers")).isEqualTo(strangers);
      assertThat(sum(live.get("seconds"), "requests")).isEqualTo(240);
      assertThat(server.json("/v1/drift").get("samples").asInt()).isEqualTo(samples);
      assertThat(server.metric("stranger_samples_total{detector=\"picture\"}")).isEqualTo(samples);
      assertThat(server.metric("stranger_strangers_total{detector=\"picture\"}"))
          .isEqualTo(strangers);
    }
  }

  private static int sum(JsonNode seconds, String field) {
    int sum = 0;
    for (JsonNode second : seconds) {
      sum += second.get(field).asInt();
    }
    return sum;
  }
}
