package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.Shape;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.score.Gallery;
import dev.stranger.score.Metadata;
import dev.stranger.series.Windowing;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.LiveDetector;
import dev.stranger.table.Column;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/detectors} and what follows. */
public record DetectorRoutes(Detectors detectors) {

  /** Enough for a page to draw all of them, and to move a line through them. */
  private static final int QUANTILES = 1_001;

  public void list(Context request) {
    answer(
        request,
        json -> {
          json.writeArrayFieldStart("detectors");
          for (LiveDetector detector : detectors.all()) {
            json.writeStartObject();
            summary(json, detector);
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  public void describe(Context request) {
    LiveDetector live = detectors.get(request.pathParam("name"));
    answer(
        request,
        json -> {
          summary(json, live);
          description(json, live);
        });
  }

  private static void answer(Context request, Json.Content fields) {
    request.contentType("application/json").result(Json.object(fields));
  }

  /** The file for other runtimes, such as the one of a browser. */
  public void file(Context request) {
    LiveDetector live = detectors.get(request.pathParam("name"));
    request
        .contentType("application/octet-stream")
        .header("ETag", "\"" + live.file().version() + "\"")
        .header("Content-Disposition", "attachment; filename=\"detector.onnx\"")
        .result(live.file().content());
  }

  private static void summary(JsonGenerator json, LiveDetector live) throws IOException {
    Detector detector = live.detector();
    json.writeStringField("name", live.name());
    json.writeStringField("version", live.file().version());
    json.writeStringField("modified", live.file().modified().toString());
    shape(json, "shape", detector.shape());
    json.writeStringField("kind", kind(detector.shape()));
    json.writeNumberField("false_alarm", detector.guarantee().falseAlarmRate());
  }

  static void shape(JsonGenerator json, String name, Shape shape) throws IOException {
    json.writeArrayFieldStart(name);
    for (int dimension : shape.dimensions()) {
      json.writeNumber(dimension);
    }
    json.writeEndArray();
  }

  private static String kind(Shape shape) {
    return shape.isImage() ? "picture" : shape.rank() > 1 ? "series" : "table";
  }

  private static void description(JsonGenerator json, LiveDetector live) throws IOException {
    Detector detector = live.detector();
    Metadata metadata = detector.metadata();
    json.writeStringField("sha256", live.file().sha256());
    json.writeNumberField("bytes", live.file().bytes());
    json.writeArrayFieldStart("range");
    json.writeNumber(metadata.range().min());
    json.writeNumber(metadata.range().max());
    json.writeEndArray();
    columns(json, metadata.columns());
    Json.texts(json, "energies", metadata.energies());
    Json.texts(json, "parts", metadata.parts());
    guarantee(json, detector.guarantee());
    JudgeRoute.threshold(json, detector.bound(), live);
    heldOut(json, live);
    recordings(json, metadata.windowing());
    GuardedNetwork.describe(json, metadata);
    Json.copy(json, "card", metadata.card());
  }

  /** What they hold, as a sample has only numbers. */
  private static void columns(JsonGenerator json, List<Column> columns) throws IOException {
    Json.texts(json, "columns", Column.names(columns));
    Json.texts(
        json,
        "kinds",
        columns.stream().map(column -> column.kind().name().toLowerCase(Locale.ROOT)).toList());
    json.writeObjectFieldStart("categories");
    for (Column column : columns) {
      if (column.kind() == Column.Kind.CATEGORY) {
        Json.texts(json, column.name(), column.categories());
      }
    }
    json.writeEndObject();
  }

  private static void recordings(JsonGenerator json, @Nullable Windowing windowing)
      throws IOException {
    if (windowing != null) {
      json.writeObjectFieldStart("recordings");
      json.writeNumberField("window", windowing.length());
      json.writeNumberField("stride", windowing.stride());
      Json.texts(json, "channels", windowing.channels());
      json.writeNumberField("step", windowing.clock().step());
      json.writeEndObject();
    }
  }

  private static void guarantee(JsonGenerator json, FalseAlarmGuarantee guarantee)
      throws IOException {
    json.writeObjectFieldStart("guarantee");
    json.writeNumberField("false_alarm", guarantee.falseAlarmRate());
    if (guarantee.risk() != null) {
      json.writeNumberField("risk", guarantee.risk());
    }
    json.writeStringField("in_words", guarantee.inWords());
    json.writeEndObject();
  }

  private static void heldOut(JsonGenerator json, LiveDetector live) throws IOException {
    float[] scores = live.heldOut();
    json.writeObjectFieldStart("held_out");
    json.writeNumberField("count", scores.length);
    json.writeArrayFieldStart("scores");
    int count = Math.min(QUANTILES, scores.length);
    for (int i = 0; i < count; i++) {
      json.writeNumber(scores[(int) ((long) i * (scores.length - 1) / Math.max(1, count - 1))]);
    }
    json.writeEndArray();
    Map<String, float[]> energies = live.detector().heldOutEnergies();
    if (!energies.isEmpty()) {
      json.writeObjectFieldStart("energies");
      for (Map.Entry<String, float[]> energy : energies.entrySet()) {
        Json.floats(json, energy.getKey(), energy.getValue(), 0, energy.getValue().length);
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Samples to look at, and to try. */
  public void gallery(Context request) {
    LiveDetector live = detectors.get(request.pathParam("name"));
    Detector detector = live.detector();
    Gallery gallery = detector.gallery();
    answer(
        request,
        json -> {
          shape(json, "shape", detector.shape());
          json.writeArrayFieldStart("held_out");
          for (Gallery.Sample sample : gallery.samples()) {
            json.writeStartObject();
            shape(json, "shape", gallery.shape());
            Json.floats(json, "values", sample.values(), 0, sample.values().length);
            json.writeNumberField("score", sample.score());
            json.writeNumberField("p_value", detector.calibration().pValue(sample.score()));
            float[] place = sample.coordinates();
            if (place.length > 0) {
              Json.floats(json, "coordinates", place, 0, place.length);
            }
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayFieldStart("generated");
          for (float[] sample : detector.testSamples()) {
            json.writeStartObject();
            shape(json, "shape", detector.shape());
            Json.floats(json, "values", sample, 0, sample.length);
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }
}
