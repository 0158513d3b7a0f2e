package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.server.live.DriftOptions;
import dev.stranger.server.live.Metrics;
import dev.stranger.server.live.Webhook;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told to a webhook, and that it can do no harm. */
class WebhookTest {

  private static final String STRANGER = "{\"instances\": [[20, 10, 2000]]}";

  @TempDir Path folder;

  private static int events(String metrics, String result) {
    Matcher line =
        Pattern.compile("stranger_events_total\\{result=\"%s\"} ([0-9.]+)".formatted(result))
            .matcher(metrics);
    return line.find() ? (int) Double.parseDouble(line.group(1)) : 0;
  }

  @Test
  void strangersDriftAndOutliersArrive() throws Exception {
    try (Sink sink = new Sink(index -> 204);
        RunningServer running =
            RunningServer.of(
                folder,
                List.of("table"),
                options ->
                    options.withWebhook(sink.address(), 1_000).with(new DriftOptions(100, 10)))) {
      running.postJson("/v1/judge?watch=false", STRANGER).hasStatus(200);
      running.postJson("/v1/judge", "{\"instances\": [[20, 10, 1000]]}").hasStatus(200);
      for (int i = 0; i < 30; i++) {
        running.postJson("/v1/judge", STRANGER).hasStatus(200);
      }
      running
          .postJson(
              "/v1/events",
              STRANGER,
              "ce-type",
              "org.kubeflow.serving.inference.request",
              "ce-id",
              "42",
              "ce-namespace",
              "default",
              "ce-endpoint",
              "")
          .hasStatus(200);
      Sink.Event outlier = sink.await("org.kubeflow.serving.inference.outlier", 1).get(0);
      assertThat(outlier.attribute("id")).isEqualTo("42");
      assertThat(outlier.attribute("namespace")).isEqualTo("default");
      assertThat(outlier.body().get("is_outlier").toString()).isEqualTo("[1]");
      List<Sink.Event> strangers = sink.await("dev.stranger.stranger", 31);
      assertThat(strangers).hasSize(31);
      assertThat(strangers.get(0).attribute("source")).isEqualTo("/detectors/table");
      assertThat(strangers.get(0).body().get("score").asDouble()).isGreaterThan(10);
      assertThat(strangers.get(0).body().size())
          .as("detector, version, score and p-value, and no value of the sample")
          .isEqualTo(4);
      assertThat(strangers.stream().map(event -> event.attribute("id")).distinct()).hasSize(31);
      List<Sink.Event> drift = sink.await("dev.stranger.drift", 2);
      assertThat(drift.stream().map(event -> event.body().get("test").asText()))
          .containsExactlyInAnyOrder("stream", "window");
      assertThat(running.get("/v1/drift").json().get("alarms")).hasSize(2);
      assertThat(running.get("/v1/drift").json().get("drifted").asBoolean()).isTrue();
    }
  }

  /** One that is down, one that never answers, and one that always fails. */
  @Test
  void aWebhookThatDoesNotWorkDelaysNoVerdictAndItsEventsAreDroppedAndCounted() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    IntUnaryOperator slow =
        index -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return 200;
        };
    int closedPort;
    try (ServerSocket socket = new ServerSocket(0)) {
      closedPort = socket.getLocalPort();
    }
    try (Sink hanging = new Sink(slow);
        Sink failing = new Sink(index -> 500)) {
      List<RunningServer> servers = new ArrayList<>();
      for (URI address :
          List.of(
              URI.create("http://127.0.0.1:" + closedPort), hanging.address(), failing.address())) {
        servers.add(
            RunningServer.of(
                Files.createDirectory(folder.resolve("detectors" + servers.size())),
                List.of("table"),
                options -> options.withWebhook(address, 1_000)));
      }
      String many = "{\"instances\": [" + "[20, 10, 2000],".repeat(499) + "[20, 10, 2000]]}";
      for (RunningServer server : servers) {
        server.postJson("/v1/judge", STRANGER).hasStatus(200);
        long begun = System.nanoTime();
        for (int i = 0; i < 4; i++) {
          server.postJson("/v1/judge", many).hasStatus(200);
        }
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(5));
        int dropped = events(server.get("/metrics").text(), "dropped");
        assertThat(dropped).isBetween(2_001 - 1_002, 2_001 - 1_000);
        assertThat(events(server.get("/metrics").text(), "sent")).isZero();
      }
      servers.parallelStream().forEach(RunningServer::close);
      never.countDown();
    }
  }

  @Test
  void largeEventsDoNotFillTheMemory() throws IOException {
    Metrics metrics = new Metrics();
    CountDownLatch answered = new CountDownLatch(1);
    try (Sink sink =
        new Sink(
            index -> {
              try {
                answered.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return 400;
            })) {
      Webhook webhook = new Webhook(sink.address(), 1_000, metrics);
      byte[] large = ("\"" + "x".repeat(1 << 20) + "\"").getBytes(UTF_8);
      for (int i = 0; i < 100; i++) {
        webhook.forward(Map.of(), large);
      }
      assertThat(events(new String(metrics.text(), UTF_8), "dropped")).isBetween(80, 90);
      answered.countDown();
      webhook.close();
      assertThat(events(new String(metrics.text(), UTF_8), "failed")).isBetween(10, 20);
    }
  }

  @Test
  void anEventThatFailsIsSentAgainAndOneThatIsRefusedIsNot() throws Exception {
    Metrics metrics = new Metrics();
    int[] answers = {503, 200, 400, 200};
    try (Sink sink = new Sink(index -> answers[index])) {
      Webhook webhook = new Webhook(sink.address(), 20, metrics);
      for (String id : List.of("a", "b", "c")) {
        webhook.forward(Map.of("ce-id", id, "ce-type", "test"), "{}".getBytes(UTF_8));
      }
      List<Sink.Event> events = sink.await("test", 4);
      assertThat(events.stream().map(event -> event.attribute("id")))
          .containsExactly("a", "a", "b", "c");
      assertThat(events.get(3).nanos() - events.get(2).nanos())
          .as("not more than 20 a second")
          .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(40));
      webhook.close();
    }
    String text = new String(metrics.text(), UTF_8);
    assertThat(events(text, "sent")).isEqualTo(2);
    assertThat(events(text, "failed")).isEqualTo(1);
  }
}
