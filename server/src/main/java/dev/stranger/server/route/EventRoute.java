package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonParser;
import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.VisibleText;
import dev.stranger.score.Detector;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.Judged;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Memory;
import dev.stranger.server.live.Question;
import dev.stranger.server.live.Webhook;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/events}: judges the requests that another model gets, as KServe's payload logger
 * sends them, so that a model is watched without being touched. The data of an event is a request
 * of KServe's first protocol ({@code instances}) or of the Open Inference Protocol ({@code
 * inputs}).
 *
 * @param webhook to which verdicts are forwarded; null when there is none
 */
public record EventRoute(Detectors detectors, Limits limits, @Nullable Webhook webhook) {

  private static final String REQUEST = "org.kubeflow.serving.inference.request";
  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String PREFIX = "ce-";

  /** Attributes that are the event's own; the others are handed on. */
  private static final Set<String> OWN =
      Set.of("id", "source", "type", "specversion", "time", "datacontenttype", "dataschema");

  /**
   * @param attributes by their names without prefix
   */
  private record Event(Map<String, String> attributes, Data data) {}

  /** A request to a model, whose samples are read when its detector is known. */
  @FunctionalInterface
  private interface Data {
    Samples samples(Detector detector);
  }

  public void judge(Context request) {
    long begun = System.nanoTime();
    Event event = Body.type(request).equals(STRUCTURED) ? structured(request) : inHeaders(request);
    @Nullable String type = event.attributes.get("type");
    if (type == null) {
      throw new DataException(
          "the request is no CloudEvent; send the header ce-type, or " + STRUCTURED);
    }
    if (!type.equals(REQUEST)) {
      request.status(202); // answers of the model, and what else a logger sends
      return;
    }
    request.future(
        () ->
            detectors.judge(
                request.queryParam("detector"),
                begun,
                by -> question(request, event, by.detector())));
  }

  private Question question(Context request, Event event, Detector by) {
    Samples samples = event.data.samples(by);
    return samples.watched(judged -> answer(request, event, judged));
  }

  private void answer(Context request, Event event, Judged judged) {
    byte[] body = outliers(judged);
    Map<String, String> headers = new LinkedHashMap<>();
    event.attributes.forEach(
        (name, value) -> {
          if (!OWN.contains(name) && name.matches("[a-z0-9]{1,40}")) {
            headers.put(PREFIX + name, value);
          }
        });
    headers.put("ce-specversion", "1.0");
    headers.put("ce-type", Webhook.OUTLIER);
    headers.put("ce-id", event.attributes.getOrDefault("id", UUID.randomUUID().toString()));
    headers.put("ce-source", "/detectors/" + judged.by().name());
    headers.put("ce-time", Instant.now().toString());
    headers.forEach(request::header);
    request.contentType("application/json").result(body);
    if (webhook != null) {
      webhook.forward(headers, body);
    }
  }

  private static byte[] outliers(Judged judged) {
    return Json.object(
        json -> {
          json.writeArrayFieldStart("is_outlier");
          for (Verdict verdict : judged.verdicts()) {
            json.writeNumber(verdict.ood() ? 1 : 0);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("instance_score");
          for (Verdict verdict : judged.verdicts()) {
            json.writeNumber(verdict.score());
          }
          json.writeEndArray();
          json.writeArrayFieldStart("p_value");
          for (Verdict verdict : judged.verdicts()) {
            json.writeNumber(verdict.pValue());
          }
          json.writeEndArray();
        });
  }

  private Event inHeaders(Context request) {
    Map<String, String> attributes = new LinkedHashMap<>();
    request
        .headerMap()
        .forEach(
            (name, value) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (lower.startsWith(PREFIX)) {
                attributes.put(lower.substring(PREFIX.length()), VisibleText.of(value));
              }
            });
    byte[] body = Body.bytes(request, limits);
    Memory.Share memory = Body.memory(request);
    return new Event(attributes, detector -> read(body, detector, memory));
  }

  private Samples read(byte[] body, Detector detector, Memory.Share memory) {
    RequestReader reader = new RequestReader(detector, memory);
    Json.readObject(body, body.length, reader::field);
    return reader.samples();
  }

  /** Of either protocol. */
  private final class RequestReader {
    private final Detector detector;
    private final Memory.Share memory;
    private final Samples.Reader instances;
    private final InferenceRequest inference = new InferenceRequest();
    private boolean hasInputs;

    RequestReader(Detector detector, Memory.Share memory) {
      this.detector = detector;
      this.memory = memory;
      this.instances = new Samples.Reader(detector, limits, null);
    }

    void field(String name, JsonParser json) throws IOException {
      if (name.equals("inputs")) {
        hasInputs = true;
        inference.field(name, json);
      } else {
        instances.field(name, json);
      }
    }

    Samples samples() {
      return hasInputs ? inference.samples(detector, limits, memory) : instances.samples();
    }
  }

  /** Attributes and data in one object; the data is read when the detector is known. */
  private Event structured(Context request) {
    byte[] body = Body.bytes(request, limits);
    Map<String, String> attributes = new LinkedHashMap<>();
    Json.readObject(
        body,
        body.length,
        (name, json) -> {
          if (json.currentToken().isScalarValue() && !Json.isNull(json) && !isData(name)) {
            attributes.put(name, inHeader(json.getText()));
          }
        });
    return new Event(
        attributes,
        detector -> {
          RequestReader reader = new RequestReader(detector, Body.memory(request));
          Json.readObject(
              body,
              body.length,
              (name, json) -> {
                if (name.equals("data")) {
                  Json.readFields(json, reader::field);
                } else if (name.equals("data_base64")) {
                  byte[] data = json.getBinaryValue();
                  Json.readObject(data, data.length, reader::field);
                }
              });
          return reader.samples();
        });
  }

  private static boolean isData(String name) {
    return name.equals("data") || name.equals("data_base64");
  }

  /** As the binding to HTTP wants it: what is no visible letter of ASCII in percents. */
  private static String inHeader(String value) {
    StringBuilder header = new StringBuilder();
    for (byte unit : value.getBytes(StandardCharsets.UTF_8)) {
      if (unit > ' ' && unit < 0x7f && unit != '"' && unit != '%') {
        header.append((char) unit);
      } else {
        header.append("%%%02X".formatted(unit));
      }
    }
    return header.toString();
  }
}
