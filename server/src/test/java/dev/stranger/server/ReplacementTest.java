package dev.stranger.server;

import static dev.stranger.server.FaultServer.FLOATS;
import static dev.stranger.server.FaultServer.PICTURE_VALUES;
import static dev.stranger.server.FaultServer.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stranger.score.OpenOptions;
import dev.stranger.score.SigningKey;
import dev.stranger.score.TrustedKeys;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Detector files change under load, and no request fails. */
@Timeout(90)
final class ReplacementTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path temporary;
  private Path folder;
  private Path file;
  private int keys;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("detectors"));
    file = FaultServer.detector("picture.onnx", folder.resolve("picture.onnx"));
  }

  /** The same detector with a signature is another file. */
  private byte[] anotherVersion() throws IOException {
    Path secret = temporary.resolve("secret-" + ++keys);
    SigningKey.create(secret, temporary.resolve("open-" + keys));
    Path signed = temporary.resolve("signed.onnx");
    Files.deleteIfExists(signed);
    SigningKey.read(secret)
        .sign(FaultServer.detector("picture.onnx", temporary.resolve("plain.onnx")), signed);
    return Files.readAllBytes(signed);
  }

  private void rename(byte[] content) throws IOException {
    rename(content, file);
  }

  private void rename(byte[] content, Path to) throws IOException {
    Path beside = Files.write(folder.resolve("new.part"), content);
    Files.move(beside, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void writeSlowly(byte[] content) throws Exception {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 8; i++) {
        out.write(
            content, i * content.length / 8, (i + 1) * content.length / 8 - i * content.length / 8);
        Thread.sleep(400);
      }
    }
  }

  /** Clients that judge all the time, and what they saw. */
  private static final class Load {
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger answers = new AtomicInteger();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();
    private final Set<String> versions = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    Load(FaultServer server, String path) {
      byte[] body = FaultServer.samples(new Random(5), 2, PICTURE_VALUES);
      for (int i = 0; i < 3; i++) {
        threads.submit(() -> until(() -> check(server.post("/v1/judge" + path, FLOATS, body))));
      }
      threads.submit(
          () ->
              until(
                  () -> {
                    int status = server.get("/v2/health/ready").statusCode();
                    if (status != 200) {
                      failures.add("readiness " + status);
                    }
                    Thread.sleep(5);
                  }));
    }

    private interface Step {
      void run() throws Exception;
    }

    private void until(Step step) {
      while (!ended.get()) {
        try {
          step.run();
        } catch (Exception e) {
          failures.add(e.toString());
        }
      }
    }

    private void check(HttpResponse<byte[]> answer) throws InterruptedException {
      answers.incrementAndGet();
      if (answer.statusCode() == 200) {
        versions.add(FaultServer.json(answer).get("version").asText());
      } else {
        failures.add(answer.statusCode() + " " + new String(answer.body()));
      }
      Thread.sleep(2);
    }

    void end() throws InterruptedException {
      ended.set(true);
      threads.shutdown();
      assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
      assertThat(failures).isEmpty();
      assertThat(answers.get()).isGreaterThan(50);
    }
  }

  private interface Work {
    void run(Load load) throws Exception;
  }

  private static void underLoad(FaultServer server, String query, Work work) throws Exception {
    Load load = new Load(server, query);
    try {
      work.run(load);
    } finally {
      load.end();
    }
  }

  private static double opened(FaultServer server) {
    return server.metric("stranger_detector_opened_total{detector=\"picture\"}");
  }

  private static double refused(FaultServer server) {
    return server.metric("stranger_detector_refused_total{detector=\"picture\"}");
  }

  @Test
  void aValidFileTakesOverUnderLoadHoweverItIsWritten() throws Exception {
    try (FaultServer server = new FaultServer(ServerOptions.of(folder))) {
      underLoad(
          server,
          "",
          load -> {
            rename(anotherVersion());
            await("renamed", PATIENCE, () -> opened(server) == 2);
            Files.write(file, anotherVersion());
            await("rewritten", PATIENCE, () -> opened(server) == 3);
            writeSlowly(anotherVersion());
            await("written slowly", PATIENCE, () -> opened(server) == 4);
            await("used", PATIENCE, () -> load.versions.size() == 4);
          });
      assertThat(refused(server)).isZero();
    }
  }

  @Test
  @Tag("slow")
  void aBadFileIsNamedAndCountedAndTheVersionBeforeStays() throws Exception {
    byte[] sound = Files.readAllBytes(file);
    try (FaultServer server = new FaultServer(ServerOptions.of(folder))) {
      underLoad(
          server,
          "",
          load -> {
            byte[] garbage = new byte[5_000];
            new Random(1).nextBytes(garbage);
            Files.write(file, garbage);
            await("garbage", PATIENCE, () -> refused(server) == 1);
            Files.write(file, Arrays.copyOf(sound, sound.length / 2));
            await("half a file", PATIENCE, () -> refused(server) == 2);
            Files.write(file, new byte[0]);
            await("nothing", PATIENCE, () -> refused(server) == 3);
            rename(anotherVersion());
            await("a sound file", PATIENCE, () -> load.versions.size() == 2);
          });
      assertThat(server.log().stream().filter(line -> line.contains("the version before stays")))
          .hasSize(3)
          .allMatch(line -> line.contains("picture.onnx") && !line.contains("\n"));
      assertThat(opened(server)).isEqualTo(2);
    }
  }

  @Test
  @Tag("slow")
  void anUnsignedFileIsRefusedWhereSignaturesAreAsked() throws Exception {
    byte[] plain = Files.readAllBytes(file);
    Files.write(file, anotherVersion());
    TrustedKeys trusted = TrustedKeys.read(temporary.resolve("open-1"));
    ServerOptions options = ServerOptions.of(file).with(OpenOptions.DEFAULT.with(trusted));
    try (FaultServer server = new FaultServer(options)) {
      underLoad(
          server,
          "",
          load -> {
            rename(plain);
            await("unsigned", PATIENCE, () -> refused(server) == 1);
            rename(anotherVersion());
            await("signed by another", PATIENCE, () -> refused(server) == 2);
            assertThat(load.versions).hasSize(1);
          });
      assertThat(opened(server)).isEqualTo(1);
    }
  }

  @Test
  @Tag("slow")
  void aFileThatIsRemovedAndPutBackIsNotMissed() throws Exception {
    byte[] sound = Files.readAllBytes(file);
    for (Path place : new Path[] {folder, file}) {
      try (FaultServer server = new FaultServer(ServerOptions.of(place))) {
        underLoad(
            server,
            "",
            load -> {
              Files.delete(file);
              Thread.sleep(2_500);
              Files.write(file, sound);
              Thread.sleep(1_500);
            });
      }
    }
  }

  @Test
  @Tag("slow")
  void newFilesBecomeDetectorsAndRemovedOnesAreWithdrawn() throws Exception {
    try (FaultServer server = new FaultServer(ServerOptions.of(folder))) {
      underLoad(
          server,
          "?detector=picture",
          load -> {
            FaultServer.detector("table.onnx", folder.resolve("table.onnx"));
            await(
                "table judges",
                PATIENCE,
                () -> server.get("/v2/models/table/ready").statusCode() == 200);
            Files.delete(folder.resolve("table.onnx"));
            await(
                "table is gone",
                PATIENCE,
                () -> server.get("/v2/models/table").statusCode() == 404);
            await(
                "so are its gauges",
                PATIENCE,
                () ->
                    !new String(server.get("/metrics").body(), UTF_8)
                        .contains("stranger_queue_samples{detector=\"table\"}"));
          });
      assertThat(server.json("/v1/detectors").get("detectors").size()).isEqualTo(1);
    }
  }

  @Test
  @Tag("slow")
  void aFileThatCannotBeReadIsNamedOnce() throws Exception {
    try (FaultServer server = new FaultServer(ServerOptions.of(folder))) {
      try (var large = new java.io.RandomAccessFile(folder.resolve("large.onnx").toFile(), "rw")) {
        large.setLength((1L << 30) + 1); // takes no space on the disk
      }
      await(
          "large is refused",
          PATIENCE,
          () -> server.metric("stranger_detector_refused_total{detector=\"large\"}") > 0);
      Thread.sleep(2_500);
      assertThat(server.metric("stranger_detector_refused_total{detector=\"large\"}")).isEqualTo(1);
      assertThat(server.log()).filteredOn(line -> line.contains("large.onnx")).hasSize(1);
    }
  }

  @Test
  @Tag("slow")
  void aFileThatCannotBeReadForNowIsReadLater() throws Exception {
    try (FaultServer server = new FaultServer(ServerOptions.of(folder))) {
      Path closed = temporary.resolve("closed.onnx");
      Files.write(closed, anotherVersion());
      Set<PosixFilePermission> open = Files.getPosixFilePermissions(closed);
      Files.setPosixFilePermissions(closed, Set.of());
      assumeFalse(Files.isReadable(closed), "this user may read everything");
      Files.move(closed, file, StandardCopyOption.REPLACE_EXISTING);
      await("closed", PATIENCE, () -> refused(server) == 1);
      Thread.sleep(12_000);
      Files.setPosixFilePermissions(file, open);
      await("opened", PATIENCE, () -> opened(server) == 2);
      assertThat(server.log()).filteredOn(line -> line.contains("cannot read")).hasSize(1);
    }
  }

  @Test
  @Tag("slow")
  void fiftyReplacementsLeaveNoThreadNoFileAndNoMemoryBehind() throws Exception {
    for (int i = 1; i < 5; i++) {
      FaultServer.detector("picture.onnx", folder.resolve("picture-" + i + ".onnx"));
    }
    byte[][] versions = {anotherVersion(), anotherVersion()};
    try (FaultServer server = new FaultServer(ServerOptions.of(folder))) {
      underLoad(
          server,
          "?detector=picture",
          load -> {
            for (int round = 0; round < 2; round++) {
              replaceAll(server, versions[round % 2], round + 2);
            }
            long[] before = taken();
            for (int round = 2; round < 12; round++) {
              replaceAll(server, versions[round % 2], round + 2);
            }
            long[] after = taken();
            assertThat(after[0]).as("threads").isLessThanOrEqualTo(before[0] + 6);
            assertThat(after[1]).as("files").isLessThanOrEqualTo(before[1] + 6);
            assertThat(after[2]).as("resident kB").isLessThan(before[2] + (40 << 10));
          });
    }
  }

  private void replaceAll(FaultServer server, byte[] content, int opened) throws Exception {
    for (int i = 0; i < 5; i++) {
      rename(content, i == 0 ? file : folder.resolve("picture-" + i + ".onnx"));
    }
    for (int i = 0; i < 5; i++) {
      String name = i == 0 ? "picture" : "picture-" + i;
      await(
          "replacement of " + name,
          PATIENCE,
          () ->
              server.metric("stranger_detector_opened_total{detector=\"" + name + "\"}") == opened);
    }
  }

  /** Threads, open files and resident memory of this process. */
  private static long[] taken() throws IOException, InterruptedException {
    System.gc();
    Thread.sleep(200);
    String status = Files.readString(Path.of("/proc/self/status"));
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return new long[] {number(status, "Threads:"), files.count(), number(status, "VmRSS:")};
    }
  }

  private static long number(String status, String key) {
    String line = status.lines().filter(each -> each.startsWith(key)).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", ""));
  }
}
