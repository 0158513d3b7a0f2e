package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.cli.CommandLineTest.Outcome;
import dev.stranger.server.ServerOptions;
import dev.stranger.server.StrangerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with a detector of windows, which only a trainer makes. */
class ServedRecordingTest {

  private static final String[] CHANNELS = {"turn", "heat", "shake", "flow"};

  @TempDir private Path folder;

  private static String json(Machine machine, int channels) {
    return IntStream.range(0, channels)
        .mapToObj(
            channel ->
                Arrays.stream(machine.values())
                    .map(row -> String.valueOf((float) row[channel]))
                    .collect(Collectors.joining(",", "\"" + CHANNELS[channel] + "\":[", "]")))
        .collect(Collectors.joining(",", "{\"channels\":{", "}}"));
  }

  private static HttpResponse<String> post(StrangerServer server, String body)
      throws IOException, InterruptedException {
    return post(server, "recordings", body);
  }

  private static HttpResponse<String> post(StrangerServer server, String path, String body)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:%d/v1/%s".formatted(server.port(), path));
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void aWholeRecordingIsJudgedStepByStep() throws IOException, InterruptedException {
    Path normal = Machine.run(5000, 1).write(folder.resolve("normal.csv"));
    Path detectors = Files.createDirectory(folder.resolve("detectors"));
    String train =
        "train --method neighbours --device cpu --series --window 40 --data %s --out %s"
            .formatted(normal, detectors.resolve("machine.onnx"));
    assertThat(CommandLineTest.run(train.split(" "))).returns(0, Outcome::code);
    Machine strange = Machine.run(600, 2).dropout(300, 330, 3);
    try (StrangerServer server = StrangerServer.start(ServerOptions.of(detectors).withPort(0))) {
      HttpResponse<String> judged = post(server, json(strange, 4));
      assertThat(judged.statusCode()).isEqualTo(200);
      String head = judged.body().substring(0, 200);
      assertThat(head)
          .contains(
              "\"detector\":\"machine\"", "\"windows\":57", "\"spans\":[{\"from\":300,\"to\":329");
      String pValues = judged.body().substring(judged.body().indexOf("\"p_values\""));
      assertThat(pValues.split(",")).hasSize(600);
      HttpResponse<String> lacking = post(server, json(strange, 3));
      assertThat(lacking.statusCode()).isEqualTo(400);
      assertThat(lacking.body()).contains("the recording has no channel 'flow'");
      HttpResponse<String> shorter = post(server, json(Machine.run(30, 2), 4));
      assertThat(shorter.body()).contains("the recording has 30 steps, a window has 40");
      assertThat(post(server, "{}").body()).contains("has no channel 'turn'; send");
      String byStep = Arrays.deepToString(Machine.run(40, 3).values());
      assertThat(post(server, "judge", "{\"instances\": [%s]}".formatted(byStep)).body())
          .contains("instance 0 has lists of 4 values, the detector expects lists of 40, channel");
      String byChannel = Arrays.deepToString(new double[4][40]);
      assertThat(post(server, "judge", "{\"instances\": [%s]}".formatted(byChannel)).statusCode())
          .isEqualTo(200);
    }
  }
}
