package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.server.live.DriftOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a server was told is finished when it stops, and what it knew is there when it starts. */
@Timeout(60)
final class StopAndRestartTest {

  private static final byte[] SAMPLES = FaultServer.samples(new Random(8), 40, PICTURE_VALUES);

  @TempDir private Path folder;
  private Path file;
  private Path drift;

  @BeforeEach
  void makeDetector() {
    file = FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
    drift = folder.resolve("picture.onnx.drift");
  }

  private ServerOptions options() {
    return ServerOptions.of(folder).with(new DriftOptions(1_000, 50));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private static long samples(FaultServer server) {
    return server.json("/v1/drift").get("samples").asLong();
  }

  @Test
  void aStopFinishesWhatWasAcceptedAndRefusesTheRest() throws Exception {
    FaultServer server = new FaultServer(options());
    byte[] body = FaultServer.samples(new Random(9), 1_000, PICTURE_VALUES);
    List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      answers.add(server.postLater("/v1/judge", FLOATS, body));
    }
    answers.get(0).join();
    Thread stopping = new Thread(server::close);
    stopping.start();
    int finished = 0;
    for (CompletableFuture<HttpResponse<byte[]>> later : answers) {
      HttpResponse<byte[]> answer = later.join();
      finished += answer.statusCode() == 200 ? 1 : 0;
      assertThat(answer.statusCode()).isIn(200, 503);
    }
    stopping.join();
    assertThat(finished).isPositive();
    assertThatThrownBy(() -> server.connect().close()).isInstanceOf(ConnectException.class);
    new ServerSocket(server.port()).close(); // the port is free
    try (FaultServer again = new FaultServer(options())) {
      assertThat(samples(again)).as("drift was saved").isEqualTo(finished * 1_000L);
    }
    assertThat(names()).containsExactly("picture.onnx", "picture.onnx.drift");
  }

  @Test
  @Tag("slow")
  void aServerThatIsKilledStartsAgainWithTheStateOfItsLastStop() throws Exception {
    int port;
    try (ServerProcess first = new ServerProcess(folder, 0)) {
      port = first.port();
      new FaultServer(port).post("/v1/judge", FLOATS, SAMPLES);
    }
    byte[] saved = Files.readAllBytes(drift);
    try (ServerProcess second = new ServerProcess(folder, port)) {
      FaultServer client = new FaultServer(port);
      assertThat(samples(client)).isEqualTo(40);
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        answers.add(client.postLater("/v1/judge", FLOATS, SAMPLES));
      }
      answers.get(0).join();
      second.kill();
      answers.forEach(answer -> answer.handle((given, cut) -> null).join());
    }
    assertThat(drift).hasBinaryContent(saved);
    assertThat(names()).containsExactly("picture.onnx", "picture.onnx.drift");
    try (ServerProcess third = new ServerProcess(folder, port)) {
      FaultServer client = new FaultServer(third.port());
      assertThat(samples(client)).isEqualTo(40);
      assertThat(client.post("/v1/judge", FLOATS, SAMPLES).statusCode()).isEqualTo(200);
    }
  }

  @Test
  @Tag("slow")
  void aServerThatIsKilledStartsAgainWithTheStateOfItsLastSave() throws Exception {
    Duration pause = Duration.ofSeconds(4);
    boolean savedOnce;
    try (ServerProcess first = new ServerProcess(folder, 0, ServerProcess.saving(pause))) {
      FaultServer client = new FaultServer(first.port());
      client.post("/v1/judge", FLOATS, SAMPLES);
      FaultServer.await("drift is saved", pause.multipliedBy(5), () -> Files.exists(drift));
      long begin = System.nanoTime();
      client.post("/v1/judge", FLOATS, SAMPLES);
      first.kill();
      savedOnce = System.nanoTime() - begin < pause.toNanos() / 2;
    }
    try (ServerProcess second = new ServerProcess(folder, 0)) {
      assertThat(samples(new FaultServer(second.port())))
          .isIn(savedOnce ? List.of(40L) : List.of(40L, 80L));
    }
  }

  @Test
  @Tag("slow")
  void aServerThatIsKilledWhileItSavesHasASoundState() throws Exception {
    String often = ServerProcess.saving(Duration.ofMillis(1));
    long saved = -1;
    for (int i = 0; i < 3; i++) {
      try (ServerProcess server = new ServerProcess(folder, 0, often)) {
        FaultServer client = new FaultServer(server.port());
        assertThat(samples(client)).as("after kill %d", i).isGreaterThan(saved);
        saved = samples(client);
        FileTime before = Files.exists(drift) ? Files.getLastModifiedTime(drift) : null;
        for (int j = 0; j < 50 || !isNewer(before); j++) {
          client.post("/v1/judge", FLOATS, SAMPLES);
        }
        server.kill();
      }
    }
    try (FaultServer server = new FaultServer(options())) {
      assertThat(samples(server)).isGreaterThan(saved);
      assertThat(server.log()).noneMatch(line -> line.contains("begins anew"));
    }
  }

  private boolean isNewer(@Nullable FileTime before) throws IOException {
    return Files.exists(drift) && !Files.getLastModifiedTime(drift).equals(before);
  }

  @Test
  void aDamagedDriftFileIsReportedInALineAndMonitoringBeginsAnew() throws Exception {
    try (FaultServer server = new FaultServer(options())) {
      server.post("/v1/judge", FLOATS, SAMPLES);
    }
    byte[] sound = Files.readAllBytes(drift);
    Random random = new Random(10);
    for (int i = 0; i < 6; i++) {
      byte[] damaged = sound.clone();
      switch (i) {
        case 0 -> damaged = new byte[0];
        case 1 -> damaged = Arrays.copyOf(sound, sound.length / 2);
        case 2 -> random.nextBytes(damaged);
        case 3 -> damaged = Arrays.copyOf(sound, sound.length + 9);
        case 4 -> Arrays.fill(damaged, 8, 40, (byte) 0xff);
        default -> damaged[random.nextInt(damaged.length)] ^= 64;
      }
      Files.write(drift, damaged);
      try (FaultServer server = new FaultServer(options())) {
        assertThat(samples(server)).as("damage %d", i).isZero();
        assertThat(server.log())
            .filteredOn(line -> line.contains("begins anew"))
            .as("damage %d", i)
            .hasSize(1)
            .allMatch(line -> line.contains("picture.onnx.drift") && !line.contains("\n"));
        server.post("/v1/judge", FLOATS, SAMPLES);
      }
      assertThat(Files.size(drift)).isGreaterThan(16);
    }
    try (FaultServer server = new FaultServer(options())) {
      assertThat(samples(server)).isEqualTo(40);
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamedOnceAndServingGoesOn() throws Exception {
    Path noFolder = Files.writeString(folder.resolve("state"), "a file");
    FaultServer server = new FaultServer(options().withState(noFolder.resolve("below")));
    try (server) {
      for (int i = 0; i < 3; i++) {
        assertThat(server.post("/v1/judge", FLOATS, SAMPLES).statusCode()).isEqualTo(200);
        assertThat(server.post("/v1/drift/reset", FLOATS, new byte[0]).statusCode()).isEqualTo(200);
      }
    }
    assertThat(server.log())
        .filteredOn(line -> line.contains("drift is forgotten at a restart"))
        .hasSize(1);
  }
}
