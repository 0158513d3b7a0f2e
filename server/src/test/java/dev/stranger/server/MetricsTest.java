package dev.stranger.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server tells of itself: metrics, and a log that tells nothing of requests. */
class MetricsTest {

  private static final Pattern LINE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{((?:[a-z_]+=\"(?:[^\"\\\\]|\\\\.)*\",?)*)})?"
              + " (NaN|[+-]Inf|-?[0-9.]+(?:[eE][+-]?[0-9]+)?)");

  @TempDir Path folder;

  /** All samples by name and labels, and the type of each family. */
  private record Exposition(Map<String, Double> samples, Map<String, String> types) {

    static Exposition parse(String text) {
      Map<String, Double> samples = new TreeMap<>();
      Map<String, String> types = new TreeMap<>();
      for (String line : text.split("\n")) {
        if (line.startsWith("# HELP ")) {
          assertThat(line).matches("# HELP [a-z_]+ .+\\.");
        } else if (line.startsWith("# TYPE ")) {
          String[] words = line.split(" ");
          assertThat(types.put(words[2], words[3])).as(line).isNull();
        } else {
          Matcher sample = LINE.matcher(line);
          assertThat(sample.matches()).as(line).isTrue();
          String family = sample.group(1).replaceAll("_(bucket|count|sum)$", "");
          assertThat(types).as("the type comes first").containsKey(family);
          String key =
              sample.group(1) + "{" + (sample.group(2) == null ? "" : sample.group(2)) + "}";
          assertThat(samples.put(key, value(sample.group(3)))).as(line).isNull();
        }
      }
      return new Exposition(samples, types);
    }

    private static double value(String text) {
      return switch (text) {
        case "+Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(text);
      };
    }

    double of(String key) {
      assertThat(samples).containsKey(key);
      return samples.get(key);
    }
  }

  /** Waits until a request was counted, which happens after its answer. */
  private static Exposition scrape(RunningServer running, String last) throws InterruptedException {
    Exposition metrics = scrape(running);
    for (int i = 0; i < 100 && !metrics.samples.containsKey(last); i++) {
      Thread.sleep(20);
      metrics = scrape(running);
    }
    return metrics;
  }

  private static Exposition scrape(RunningServer running) {
    RunningServer.Answer answer = running.get("/metrics").hasStatus(200);
    assertThat(answer.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    return Exposition.parse(answer.text());
  }

  @Test
  void theMetricsArePrometheusTextAndCountByDetector() throws InterruptedException {
    try (RunningServer running = RunningServer.of(folder, "table", "picture")) {
      String rows = "{\"instances\": [[20.1, 10.2, 1003], [26, 7, 1000], [20, 10, 2000]]}";
      running.postJson("/v1/judge?detector=table", rows).hasStatus(200);
      running.postJson("/v1/judge?detector=table&watch=false", rows).hasStatus(200);
      running.postJson("/v1/judge?detector=none", rows).hasStatus(404);
      running.get("/v1/detectors/secret-name").hasStatus(404);
      running.get("/secret-path").hasStatus(404);
      Exposition metrics =
          scrape(running, "stranger_requests_total{path=\"other\",status=\"404\"}");
      assertThat(metrics.types)
          .containsEntry("stranger_requests_total", "counter")
          .containsEntry("stranger_request_seconds", "histogram")
          .containsEntry("stranger_batch_samples", "histogram")
          .containsEntry("stranger_p_value", "histogram")
          .containsEntry("stranger_samples_total", "counter")
          .containsEntry("stranger_strangers_total", "counter")
          .containsEntry("stranger_queue_samples", "gauge")
          .containsEntry("stranger_drift_evidence", "gauge")
          .containsEntry("stranger_drift_alarm_line", "gauge")
          .containsEntry("stranger_drift_window_flagged", "gauge")
          .containsEntry("stranger_detector_info", "gauge")
          .containsEntry("stranger_detector_opened_total", "counter")
          .containsEntry("stranger_detector_refused_total", "counter");
      assertThat(metrics.of("stranger_samples_total{detector=\"table\"}")).isEqualTo(3);
      assertThat(metrics.of("stranger_strangers_total{detector=\"table\"}")).isEqualTo(2);
      assertThat(metrics.of("stranger_samples_total{detector=\"picture\"}")).isZero();
      assertThat(metrics.of("stranger_batch_samples_count{detector=\"table\"}")).isEqualTo(2);
      assertThat(metrics.of("stranger_batch_samples_sum{detector=\"table\"}")).isEqualTo(6);
      assertThat(metrics.of("stranger_p_value_count{detector=\"table\"}")).isEqualTo(3);
      assertThat(metrics.of("stranger_queue_samples{detector=\"table\"}")).isZero();
      assertThat(metrics.of("stranger_requests_total{path=\"/v1/judge\",status=\"200\"}"))
          .isEqualTo(2);
      assertThat(metrics.of("stranger_requests_total{path=\"/v1/judge\",status=\"404\"}"))
          .isEqualTo(1);
      assertThat(metrics.of("stranger_requests_total{path=\"other\",status=\"404\"}")).isEqualTo(1);
      assertThat(metrics.of("stranger_detector_opened_total{detector=\"table\"}")).isEqualTo(1);
      assertThat(metrics.of("stranger_detector_refused_total{detector=\"table\"}")).isZero();
      String version = running.get("/v1/detectors/table").json().get("version").asText();
      assertThat(
              metrics.of(
                  "stranger_detector_info{detector=\"table\",version=\"%s\"}".formatted(version)))
          .isEqualTo(1);
      assertThat(metrics.samples.keySet()).noneMatch(key -> key.contains("secret"));
      assertHistogramsAddUp(metrics);
    }
  }

  @Test
  void theDocumentedMetricsAreThoseOfTheServer() throws IOException, InterruptedException {
    Set<String> documented =
        Pattern.compile("`(stranger_[a-z_]+)`")
            .matcher(Files.readString(Path.of("../docs/service.md")))
            .results()
            .map(name -> name.group(1))
            .collect(Collectors.toSet());
    try (Sink sink = new Sink(index -> 204);
        RunningServer running =
            RunningServer.of(
                folder, List.of("table"), options -> options.withWebhook(sink.address(), 10))) {
      running.postJson("/v1/judge", "{\"instances\": [[20, 10, 1000]]}").hasStatus(200);
      String last = "stranger_requests_total{path=\"/v1/judge\",status=\"200\"}";
      assertThat(scrape(running, last).types.keySet()).isEqualTo(documented);
    }
  }

  /** Buckets are cumulative, and the last one holds all. */
  private static void assertHistogramsAddUp(Exposition metrics) {
    for (String name : List.of("stranger_batch_samples", "stranger_p_value")) {
      Map<Double, Double> buckets = new TreeMap<>();
      metrics.samples.forEach(
          (key, count) -> {
            Matcher bucket =
                Pattern.compile(name + "_bucket\\{detector=\"table\",le=\"(.+)\"}").matcher(key);
            if (bucket.matches()) {
              buckets.put(Exposition.value(bucket.group(1)), count);
            }
          });
      List<Double> counts = List.copyOf(buckets.values());
      assertThat(counts).isSorted().hasSizeGreaterThan(5);
      assertThat(counts.get(counts.size() - 1))
          .isEqualTo(metrics.of(name + "_count{detector=\"table\"}"));
    }
  }

  @Test
  void requestsThatWereNotLetInAreCountedToo() {
    try (RunningServer running =
        RunningServer.of(
            folder,
            List.of("table"),
            options -> options.with(options.limits().withBodyBytes(1_000)))) {
      running.post("/v1/judge", "application/json", new byte[2_000]).hasStatus(413);
      assertThat(scrape(running).of("stranger_requests_total{path=\"other\",status=\"413\"}"))
          .isEqualTo(1);
    }
  }

  @Test
  void nothingOfARequestIsLogged() throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    Handler recorder =
        new Handler() {
          @Override
          public void publish(LogRecord event) {
            StringWriter text = new StringWriter();
            text.write(new SimpleFormatter().formatMessage(event));
            if (event.getThrown() != null) {
              event.getThrown().printStackTrace(new PrintWriter(text));
            }
            lines.add(text.toString());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LogFormat.use(false);
    Logger root = Logger.getLogger("");
    root.addHandler(recorder);
    try (RunningServer running =
        RunningServer.of(
            folder,
            List.of("table", "picture"),
            options -> options.with(options.limits().withBodyBytes(10_000)))) {
      assertThat(lines).as("the recorder works").anyMatch(line -> line.contains("table judges"));
      String secret = "Geheimnis";
      running.postJson("/v1/judge?detector=" + secret, "{}", "Authorization", secret);
      running.postJson(
          "/v1/judge?detector=table&x=" + secret, "{\"instances\": [[1, 2, 4711.25]]}");
      running.postJson("/v1/judge?detector=table", "{\"instances\": [[\"" + secret + "\"]]}");
      running.postJson("/v1/judge?detector=table", "{\"" + secret);
      running.postJson("/v2/models/" + secret + "/infer", "{\"id\": \"" + secret + "\"}");
      running.postJson("/v1/events?detector=table", "{}", "ce-type", secret, "ce-id", secret);
      running.postJson("/v1/judge", secret.repeat(2_000)).hasStatus(413);
      running.post(
          "/v1/judge?detector=picture",
          "multipart/form-data; boundary=" + secret,
          ("--" + secret + "\r\n\r\n" + secret).getBytes(UTF_8));
      running.get("/" + secret);
      running.raw("GET / HTTP/1.1\r\nHost: localhost\r\nHost: " + secret + "\r\n\r\n");
      running.raw("GET / HTTP/1.1\r\nHost: " + secret + ":/\r\n\r\n");
      running.raw("GET / HTTP/1.1\r\nHost: [" + secret + "\r\n\r\n");
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.server().port())) {
        String cut =
            "POST /v1/judge?detector=table&x=%s HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n%s";
        socket.getOutputStream().write(cut.formatted(secret, secret).getBytes(UTF_8));
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      }
      running.raw("GET /" + secret + "\0 HTTP/1.1\r\n" + secret + "\r\n\r\n");
      running.raw(
          "POST /v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9" + secret + "\r\n\r\n");
      assertThat(lines)
          .noneMatch(line -> line.contains(secret))
          .noneMatch(line -> line.contains("4711"));
    } finally {
      root.removeHandler(recorder);
    }
  }
}
