package dev.stranger.server.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Posts strangers and drift alarms to an address, as CloudEvents. It never delays a verdict and
 * never grows: events wait in a queue of fixed length and size, at most some are sent a second,
 * each is tried a few times, and what is beyond is dropped and counted. Thread-safe.
 */
public final class Webhook implements AutoCloseable {

  /** What happened to a request of a model that is watched, as KServe calls it. */
  public static final String OUTLIER = "org.kubeflow.serving.inference.outlier";

  private static final String STRANGER = "dev.stranger.stranger";
  private static final String DRIFT = "dev.stranger.drift";
  private static final System.Logger LOG = System.getLogger("dev.stranger.server");
  private static final JsonFactory JSON = new JsonFactory();
  private static final int QUEUE = 1_000;
  private static final long QUEUE_BYTES = 16 << 20;
  private static final int TRIES = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** A client of its own for each webhook would leave threads behind. */
  private static final class Shared {
    static final HttpClient CLIENT =
        HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * @param headers of a CloudEvent in binary mode
   */
  private record Event(Map<String, String> headers, byte[] body) {}

  private final URI address;
  private final long nanosBetween;
  private final Metrics metrics;
  private final ArrayBlockingQueue<Event> queue = new ArrayBlockingQueue<>(QUEUE);
  private final AtomicLong queuedBytes = new AtomicLong();
  private final Thread sender;
  private volatile boolean closed;

  /**
   * @param perSecond events that are sent in a second at most
   */
  public Webhook(URI address, int perSecond, Metrics metrics) {
    this.address = address;
    this.nanosBetween = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.metrics = metrics;
    this.sender = new Thread(this::send, "webhook");
    sender.setDaemon(true);
    sender.start();
  }

  /** Tells of a sample that was flagged; none of its values leave the server. */
  void stranger(LiveDetector by, float score, float pValue) {
    offer(
        STRANGER,
        by,
        json -> {
          json.writeNumberField("score", score);
          json.writeNumberField("p_value", pValue);
        });
  }

  void drift(LiveDetector by, DriftAlarm alarm) {
    offer(
        DRIFT,
        by,
        json -> {
          json.writeStringField("test", alarm.test());
          json.writeNumberField("after_samples", alarm.afterSamples());
        });
  }

  private void offer(String type, LiveDetector by, Fields fields) {
    if (queue.remainingCapacity() == 0) {
      metrics.event("dropped"); // a flood of strangers must not cost more than this
      return;
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(body)) {
      json.writeStartObject();
      json.writeStringField("detector", by.name());
      json.writeStringField("version", by.file().version());
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    forward(
        Map.of(
            "ce-id",
            UUID.randomUUID().toString(),
            "ce-source",
            "/detectors/" + by.name(),
            "ce-type",
            type,
            "ce-specversion",
            "1.0",
            "ce-time",
            Instant.now().toString()),
        body.toByteArray());
  }

  /** Sends an event on, if there is room. */
  public void forward(Map<String, String> headers, byte[] body) {
    if (queuedBytes.addAndGet(body.length) > QUEUE_BYTES
        || !queue.offer(new Event(headers, body))) {
      queuedBytes.addAndGet(-body.length);
      metrics.event("dropped");
    }
  }

  private void send() {
    long next = System.nanoTime();
    while (!closed || !queue.isEmpty()) {
      try {
        @Nullable Event event = queue.poll(1, TimeUnit.SECONDS);
        if (event != null) {
          queuedBytes.addAndGet(-event.body().length);
          TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
          next = System.nanoTime() + nanosBetween;
          metrics.event(isDelivered(event) ? "sent" : "failed");
        }
      } catch (InterruptedException e) {
        return; // close() has waited long enough
      }
    }
  }

  private boolean isDelivered(Event event) throws InterruptedException {
    String why = "";
    for (int i = 0; i < TRIES; i++) {
      if (i > 0) {
        TimeUnit.SECONDS.sleep(1L << (i - 1));
      }
      try {
        int status = Shared.CLIENT.send(request(event), BodyHandlers.discarding()).statusCode();
        if (status / 100 == 2) {
          return true;
        }
        why = "it answered " + status;
        if (status / 100 == 4 && status != 408 && status != 429) {
          break; // the same event would be refused again
        }
      } catch (IOException | IllegalArgumentException e) {
        why = e.getClass().getSimpleName() + (e.getMessage() == null ? "" : " " + e.getMessage());
      }
      if (closed) {
        break;
      }
    }
    LOG.log(Level.WARNING, "an event did not reach the webhook: {0}", why);
    return false;
  }

  private HttpRequest request(Event event) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(event.body()));
    event.headers().forEach(request::header);
    return request.build();
  }

  /** Sends what waits for some seconds more. */
  @Override
  public void close() {
    closed = true;
    try {
      sender.join(PATIENCE.toMillis());
      sender.interrupt();
      sender.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
