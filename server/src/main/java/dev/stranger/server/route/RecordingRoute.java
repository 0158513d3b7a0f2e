package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.stranger.DataException;
import dev.stranger.VisibleText;
import dev.stranger.calibrate.StepVerdicts;
import dev.stranger.score.Detector;
import dev.stranger.score.JudgedRecording;
import dev.stranger.score.WindowedDetector;
import dev.stranger.series.Recording;
import dev.stranger.series.Span;
import dev.stranger.series.Windowing;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.Judged;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Memory;
import dev.stranger.server.live.Question;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /v1/recordings}: judges a whole recording with a detector of windows. Windows
 * overlap, so they are no part of the stream that is watched for drift.
 */
public record RecordingRoute(Detectors detectors, Limits limits) {

  private static final String NAME = "the recording";

  /** Of a step in the answer. */
  private static final long BYTES_A_STEP = 28;

  public void judge(Context request) {
    long begun = System.nanoTime();
    request.future(
        () ->
            detectors.judge(
                request.queryParam("detector"), begun, by -> question(request, by.detector())));
  }

  private Question question(Context request, Detector by) {
    WindowedDetector detector = by.windowed();
    Recording recording = read(Body.bytes(request, limits), detector.windowing());
    float[] samples = windows(recording, detector, Body.memory(request));
    return new Question(
        samples,
        detector.windowing().count(recording.steps()),
        false,
        false,
        judged -> request.contentType("application/json").result(answer(judged, recording)));
  }

  private static Recording read(byte[] body, Windowing windowing) {
    Map<String, float[]> channels = new HashMap<>();
    Json.readObject(
        body,
        body.length,
        (name, json) -> {
          if (name.equals("channels")) {
            Json.readFields(json, (channel, values) -> read(channel, values, channels));
          }
        });
    float[][] values = new float[windowing.channels().size()][];
    for (int i = 0; i < values.length; i++) {
      String channel = windowing.channels().get(i);
      float @Nullable [] own = channels.get(channel);
      if (own == null) {
        throw new DataException(
            "the recording has no channel '%s'; send {\"channels\": {...}} with the values of %s"
                .formatted(channel, VisibleText.some(windowing.channels())));
      }
      values[i] = own;
    }
    try {
      return new Recording(NAME, values, Double.NaN);
    } catch (IllegalArgumentException e) {
      throw new DataException(e.getMessage() + "; send as many values for each", e);
    }
  }

  private static void read(String channel, JsonParser json, Map<String, float[]> channels)
      throws IOException {
    Floats values = new Floats();
    Json.readNumbers(json, values);
    if (channels.put(channel, values.toArray()) != null) {
      throw new DataException(
          "the recording has channel '%s' twice; send it once".formatted(VisibleText.of(channel)));
    }
  }

  private float[] windows(Recording recording, WindowedDetector detector, Memory.Share memory) {
    detector.requireFitting(recording);
    Windowing windowing = detector.windowing();
    int count = windowing.count(recording.steps());
    Body.requireInstances(count, limits);
    int size = windowing.length() * recording.channels();
    long bytes = (long) Float.BYTES * size * count;
    if (bytes > limits.bodyBytes()) {
      throw new TooLargeException(
          "the %,d windows of the recording take %,d bytes, %,d are allowed; send a shorter one"
              .formatted(count, bytes, limits.bodyBytes()));
    }
    memory.take(bytes + Memory.COPIES * BYTES_A_STEP * recording.steps());
    float[] samples = new float[count * size];
    for (int i = 0; i < count; i++) {
      int start = windowing.start(i, recording.steps());
      recording.copy(start, windowing.length(), samples, i * size);
    }
    return samples;
  }

  private static byte[] answer(Judged judged, Recording recording) {
    WindowedDetector detector = judged.by().detector().windowed();
    StepVerdicts steps = new StepVerdicts(detector.windowing(), detector.detector().bound());
    judged.verdicts().forEach(steps::add);
    JudgedRecording found = detector.merged(recording, steps);
    return Json.object(
        json -> {
          json.writeStringField("detector", judged.by().name());
          json.writeStringField("version", judged.by().file().version());
          json.writeNumberField("false_alarm", detector.detector().guarantee().falseAlarmRate());
          json.writeNumberField("windows", judged.verdicts().size());
          write(json, found.spans());
          float[] scores = found.steps().scores();
          Json.floats(json, "scores", scores, 0, scores.length);
          Json.floats(json, "p_values", found.steps().pValues(), 0, scores.length);
        });
  }

  private static void write(JsonGenerator json, List<Span> spans) throws IOException {
    json.writeArrayFieldStart("spans");
    for (Span span : spans) {
      json.writeStartObject();
      json.writeNumberField("from", span.from());
      json.writeNumberField("to", span.to());
      json.writeNumberField("peak", span.peak());
      json.writeNumberField("score", span.score());
      json.writeNumberField("p_value", span.pValue());
      if (!span.channel().isEmpty()) {
        json.writeStringField("channel", span.channel());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
