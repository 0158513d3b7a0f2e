package dev.stranger.bench;

import dev.stranger.score.Detector;
import dev.stranger.score.SigningKey;
import dev.stranger.server.ServerOptions;
import dev.stranger.server.StrangerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Serves for minutes on a bad day: clients with good and bad requests, and a detector file that is
 * replaced all the time. Claim: memory, threads and open files stay as they are after the first
 * twelfth, and good requests are answered. Arguments: a detector file, and the number of minutes, 5
 * when not given. Linux only.
 */
public final class ServeSoakBench {

  private static final int CLIENTS = 8;
  private static final int ROUNDS = 12;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, Integer> answers = new TreeMap<>();
  private final URI judge;
  private final int values;
  private volatile boolean ended;

  private ServeSoakBench(URI judge, int values) {
    this.judge = judge;
    this.values = values;
  }

  public static void main(String[] args) throws Exception {
    Path source = Path.of(args[0]);
    Duration time = Duration.ofMinutes(args.length > 1 ? Integer.parseInt(args[1]) : 5);
    int values;
    try (Detector detector = Detector.open(source)) {
      values = detector.shape().size();
    }
    Path folder = Files.createTempDirectory("serve-soak");
    try {
      Path served = Files.copy(source, folder.resolve("detector.onnx"));
      List<Path> versions = List.of(signed(source, folder, 0), signed(source, folder, 1));
      try (StrangerServer server = StrangerServer.start(ServerOptions.of(served).withPort(0))) {
        new ServeSoakBench(server.address().resolve("/v1/judge"), values)
            .run(served, versions, time);
      }
    } finally {
      remove(folder);
    }
  }

  /** The same detector with a signature is another file. */
  private static Path signed(Path source, Path folder, int number) {
    Path secret = folder.resolve("secret-" + number);
    Path signed = folder.resolve("version-" + number);
    SigningKey.create(secret, folder.resolve("open-" + number));
    SigningKey.read(secret).sign(source, signed);
    return signed;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private void run(Path served, List<Path> versions, Duration time) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(i);
      clients.submit(() -> ask(random));
    }
    System.out.println("  requests  memory MB  threads  files");
    int replaced = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long end = System.nanoTime() + time.toNanos() / ROUNDS;
      while (System.nanoTime() < end) {
        replace(served, versions.get(replaced++ % 2));
        Thread.sleep(2_500);
      }
      System.out.printf(
          "%,10d %10.1f %8d %6d%n",
          requests(),
          SoakBench.settledMemory() / 1e6,
          SoakBench.status("Threads:"),
          SoakBench.files());
    }
    ended = true;
    clients.shutdown();
    clients.awaitTermination(1, TimeUnit.MINUTES);
    System.out.printf("replaced %d times; answers: %s%n", replaced, answers);
  }

  private static void replace(Path served, Path by) throws IOException {
    Path part = Files.copy(by, served.resolveSibling("part"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(part, served, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void ask(Random random) {
    while (!ended) {
      int kind = random.nextInt(10);
      String what = kind == 0 ? "bad" : kind == 1 ? "explain" : "good";
      int count = random.nextInt(20) == 0 ? 64 : 1;
      byte[] body = samples(random, count);
      if (kind == 0) {
        body = random.nextBoolean() ? new byte[random.nextInt(5_000)] : "{\"x\": [".getBytes();
      }
      String type =
          kind == 0 && random.nextBoolean() ? "application/json" : "application/octet-stream";
      HttpRequest request =
          HttpRequest.newBuilder(kind == 1 ? URI.create(judge + "?explain=true") : judge)
              .header("Content-Type", type)
              .POST(BodyPublishers.ofByteArray(body))
              .build();
      try {
        count(what + " " + client.send(request, BodyHandlers.discarding()).statusCode());
      } catch (IOException e) {
        count(what + " failed");
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private byte[] samples(Random random, int count) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * count * values).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putFloat(random.nextFloat());
    }
    return bytes.array();
  }

  private synchronized void count(String answer) {
    answers.merge(answer, 1, Integer::sum);
  }

  private synchronized int requests() {
    return answers.values().stream().mapToInt(count -> count).sum();
  }
}
