package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.JSON;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with little memory refuses what it has no room for, and lives. */
@Timeout(60)
@Tag("slow")
final class MemoryTest {

  private static final int REQUESTS = 60;
  private static final String HEAP = "-Xmx160m";

  /** An answer of 11 MB is gathered in it, but no other at the same time. */
  private static final String SMALL_HEAP = "-Xmx64m";

  /** What Java takes by itself on a small machine. Others need room beside large arrays. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  @TempDir private Path folder;

  /** How many requests got which status; 0 when the server cut them off as they were sent. */
  private Map<Integer, Integer> statuses(String type, byte[] body, String encoding)
      throws Exception {
    return statuses(HEAP, "", type, body, encoding);
  }

  private Map<Integer, Integer> statuses(
      String heap, String query, String type, byte[] body, String encoding) throws Exception {
    FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    Map<Integer, Integer> found = new TreeMap<>();
    try (ServerProcess process =
        new ServerProcess("large", folder, 0, heap, COLLECTOR, "-XX:+ExitOnOutOfMemoryError")) {
      FaultServer server = new FaultServer(process.port());
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server.uri("/v1/judge" + query))
              .header("Content-Type", type)
              .POST(BodyPublishers.ofByteArray(body));
      if (!encoding.isEmpty()) {
        request.header("Content-Encoding", encoding);
      }
      List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        answers.add(client.sendAsync(request.build(), BodyHandlers.discarding()));
      }
      for (CompletableFuture<HttpResponse<Void>> answer : answers) {
        int status = answer.handle((given, cut) -> cut == null ? given.statusCode() : 0).join();
        found.merge(status, 1, Integer::sum);
      }
      assertThat(process.isAlive()).as("alive after %s", found).isTrue();
      byte[] one = FaultServer.samples(new Random(1), 1, PICTURE_VALUES);
      assertThat(server.post("/v1/judge", FLOATS, one).statusCode()).isEqualTo(200);
    }
    return found;
  }

  @Test
  void manyLargeBodiesAtOnceAreBounded() throws Exception {
    byte[] body = FaultServer.samples(new Random(2), 10_000, PICTURE_VALUES);
    assertThat(statuses(FLOATS, body, "")).containsKeys(200, 503).doesNotContainKeys(400, 413, 500);
  }

  @Test
  void manyPackedBodiesAtOnceAreBounded() throws Exception {
    String text = "{\"instances\": [" + ("[" + "0,".repeat(191) + "0],").repeat(30_000) + "[]]}";
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text.getBytes(UTF_8), 0, 11 << 20);
    }
    assertThat(packed.size()).isLessThan(100_000);
    assertThat(statuses(JSON, packed.toByteArray(), "gzip").keySet()).isSubsetOf(400, 413, 503);
  }

  @Test
  void manyExplanationsAtOnceAreBounded() throws Exception {
    byte[] body = FaultServer.samples(new Random(3), 1_500, PICTURE_VALUES);
    assertThat(statuses(SMALL_HEAP, "?explain=true", FLOATS, body, ""))
        .containsKeys(200, 503)
        .doesNotContainKeys(400, 413, 500);
  }

  @Test
  void manyLargePicturesAtOnceAreBounded() throws Exception {
    assertThat(statuses("image/png", picture(3_000), "").keySet()).isSubsetOf(200, 503);
  }

  private static byte[] picture(int side) throws IOException {
    BufferedImage picture = new BufferedImage(side, side, BufferedImage.TYPE_BYTE_GRAY);
    Random random = new Random(side);
    for (int i = 0; i < 20_000; i++) {
      picture.setRGB(random.nextInt(side), random.nextInt(side), -1);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", out);
    return out.toByteArray();
  }
}
