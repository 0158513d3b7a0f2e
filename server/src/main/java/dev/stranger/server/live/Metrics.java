package dev.stranger.server.live;

import dev.stranger.Verdict;
import dev.stranger.calibrate.DriftState;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What the service measures, for Prometheus. Thread-safe. */
public final class Metrics {

  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  /** The path of all requests that reach none. */
  public static final String OTHER = "other";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter requests =
      counter("stranger_requests_total", "Requests by path and status.", "path", "status");
  private final Histogram latency =
      Histogram.builder()
          .name("stranger_request_seconds")
          .help("Time from a request to its answer.")
          .labelNames("path")
          .classicOnly()
          .classicUpperBounds(
              0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
          .register(registry);
  private final Histogram batches =
      Histogram.builder()
          .name("stranger_batch_samples")
          .help("Samples that were judged in one call.")
          .labelNames("detector")
          .classicOnly()
          .classicUpperBounds(1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096, 16384)
          .register(registry);
  private final Histogram pValues =
      Histogram.builder()
          .name("stranger_p_value")
          .help("P-values; spread evenly while the stream is like the training data.")
          .labelNames("detector")
          .classicOnly()
          .classicUpperBounds(0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
          .register(registry);
  private final Counter samples =
      counter("stranger_samples_total", "Samples that were judged.", "detector");
  private final Counter strangers =
      counter("stranger_strangers_total", "Samples that were flagged.", "detector");
  private final Gauge queue =
      gauge("stranger_queue_samples", "Samples that wait for their verdicts.", "detector");
  private final Counter refusedBusy =
      counter("stranger_busy_total", "Requests refused because the queue was full.", "detector");
  private final Gauge evidence =
      gauge("stranger_drift_evidence", "Evidence for drift, as a power of ten.", "detector");
  private final Gauge alarmLine =
      gauge("stranger_drift_alarm_line", "Where the evidence gives an alarm.", "detector");
  private final Gauge flagged =
      gauge("stranger_drift_window_flagged", "Strangers in the drift window.", "detector");
  private final Counter alarms =
      counter("stranger_drift_alarms_total", "Alarms of the drift tests.", "detector", "test");
  private final Gauge info =
      gauge("stranger_detector_info", "The version that judges.", "detector", "version");
  private final Counter replaced =
      counter("stranger_detector_opened_total", "Detector files that took over.", "detector");
  private final Counter refused =
      counter("stranger_detector_refused_total", "Detector files that were refused.", "detector");
  private final Counter events =
      counter("stranger_events_total", "Events for the webhook, by what became of them.", "result");

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  private Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  /**
   * @param path as in the description of the interface, not as it was asked for
   */
  public void request(String path, int status, double seconds) {
    requests.labelValues(path, Integer.toString(status)).inc();
    latency.labelValues(path).observe(seconds);
  }

  void batch(String detector, int size) {
    batches.labelValues(detector).observe(size);
  }

  void waiting(String detector, int count) {
    queue.labelValues(detector).set(count);
  }

  void judged(String detector, List<Verdict> verdicts) {
    samples.labelValues(detector).inc(verdicts.size());
    var own = pValues.labelValues(detector);
    int strange = 0;
    for (Verdict verdict : verdicts) {
      own.observe(verdict.pValue());
      strange += verdict.ood() ? 1 : 0;
    }
    strangers.labelValues(detector).inc(strange);
  }

  void busy(String detector) {
    refusedBusy.labelValues(detector).inc();
  }

  void drift(String detector, DriftState state) {
    evidence.labelValues(detector).set(state.evidence());
    alarmLine.labelValues(detector).set(state.alarmLine());
    flagged.labelValues(detector).set(state.flagged());
  }

  void alarm(String detector, String test) {
    alarms.labelValues(detector, test).inc();
  }

  void opened(String detector, String version) {
    replaced.labelValues(detector).inc();
    for (Counter counter : List.of(refused, samples, strangers, refusedBusy)) {
      counter.initLabelValues(detector); // rates need a beginning
    }
    alarms.initLabelValues(detector, "stream");
    alarms.initLabelValues(detector, "window");
    info.labelValues(detector, version).set(1);
  }

  void retired(String detector, String version) {
    info.remove(detector, version);
  }

  /** What is known of its present has no meaning any more. */
  void withdrawn(String detector) {
    List.of(queue, evidence, alarmLine, flagged).forEach(gauge -> gauge.remove(detector));
  }

  void refused(String detector) {
    refused.labelValues(detector).inc();
  }

  /** There is a webhook. */
  void beginEvents() {
    List.of("sent", "failed", "dropped").forEach(events::initLabelValues);
  }

  void event(String result) {
    events.labelValues(result).inc();
  }

  /** All of them as text. */
  public byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape(), EscapingScheme.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return out.toByteArray();
  }
}
