package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import dev.stranger.server.live.Limits;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are judged together get the answers that they would get alone. */
@Timeout(60)
final class BatchingTest {

  @TempDir private Path folder;

  private FaultServer start(Limits limits, Duration delay) {
    Path file = FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    return new FaultServer(ServerOptions.of(file).with(limits).withBatchDelay(delay));
  }

  private static float[] floats(byte[] bytes) {
    float[] values = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  @Test
  void verdictsOfConcurrentRequestsEqualUnbatchedOnes() {
    Random random = new Random(7);
    List<byte[]> bodies = new ArrayList<>();
    List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
    try (FaultServer server = start(Limits.DEFAULT, Duration.ofMillis(5));
        Detector alone = Detector.open(FaultServer.resource("picture.onnx"), OpenOptions.DEFAULT)) {
      for (int i = 0; i < 300; i++) {
        int count = i % 50 == 0 ? 300 : i % 7 == 0 ? 20 : 1; // 300 is more than a batch
        byte[] body = FaultServer.samples(random, count, PICTURE_VALUES);
        if (i % 10 == 3) {
          ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).putFloat(40, Float.NaN);
        }
        bodies.add(body);
        String query = i % 11 == 0 && count < 300 ? "?explain=true" : "";
        answers.add(server.postLater("/v1/judge" + query, FLOATS, body));
      }
      for (int i = 0; i < bodies.size(); i++) {
        HttpResponse<byte[]> answer = answers.get(i).join();
        if (i % 10 == 3) {
          assertThat(answer.statusCode()).as("request %d", i).isEqualTo(400);
        } else {
          assertThat(answer.statusCode()).as("request %d", i).isEqualTo(200);
          float[] samples = floats(bodies.get(i));
          assertSame(
              FaultServer.json(answer).get("verdicts"),
              alone.judge(samples, samples.length / PICTURE_VALUES),
              i % 11 == 0 && samples.length < 300 * PICTURE_VALUES);
        }
      }
      assertThat(server.metric("stranger_batch_samples_count{detector=\"picture\"}"))
          .as("calls for 270 good requests")
          .isBetween(7.0, 200.0);
    }
  }

  private static void assertSame(JsonNode found, List<Verdict> expected, boolean explained) {
    assertThat(found.size()).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      Verdict verdict = expected.get(i);
      assertThat(found.get(i).get("score").floatValue())
          .isCloseTo(verdict.score(), Percentage.withPercentage(0.01));
      assertThat(found.get(i).get("p_value").floatValue())
          .isCloseTo(verdict.pValue(), Offset.offset(1e-6f));
      assertThat(found.get(i).get("ood").booleanValue()).isEqualTo(verdict.ood());
      assertThat(found.get(i).has("explanation")).isEqualTo(explained);
    }
  }

  @Test
  void aLoneRequestDoesNotWaitForTheDelay() {
    try (FaultServer server = start(Limits.DEFAULT, Duration.ofSeconds(20))) {
      byte[] one = FaultServer.samples(new Random(1), 1, PICTURE_VALUES);
      long begin = System.nanoTime();
      assertThat(server.post("/v1/judge", FLOATS, one).statusCode()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void beyondTheQueueRequestsAreRefusedAtOnceAndAllOthersAreAnswered() {
    Limits small = Limits.DEFAULT.withQueuedSamples(64);
    try (FaultServer server = start(small, Duration.ofMillis(1))) {
      byte[] body = FaultServer.samples(new Random(2), 60, PICTURE_VALUES);
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        answers.add(server.postLater("/v1/judge?explain=true", FLOATS, body));
      }
      int refused = 0;
      for (CompletableFuture<HttpResponse<byte[]>> later : answers) {
        HttpResponse<byte[]> answer = later.join();
        if (answer.statusCode() == 503) {
          refused++;
          assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        } else {
          assertThat(answer.statusCode()).isEqualTo(200);
          assertThat(FaultServer.json(answer).get("verdicts").size()).isEqualTo(60);
        }
      }
      assertThat(refused).isBetween(1, 99);
      assertThat(server.metric("stranger_busy_total{detector=\"picture\"}")).isEqualTo(refused);
      assertThat(server.metric("stranger_queue_samples{detector=\"picture\"}")).isZero();
    }
  }
}
