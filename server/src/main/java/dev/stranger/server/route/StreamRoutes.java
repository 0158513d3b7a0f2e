package dev.stranger.server.route;

import dev.stranger.calibrate.DriftState;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.DriftAlarm;
import dev.stranger.server.live.LiveDetector;
import dev.stranger.server.live.StreamView;
import io.javalin.http.Context;

/** {@code /v1/drift} and {@code /v1/live}: what is known of the stream of samples. */
public record StreamRoutes(Detectors detectors) {

  public void drift(Context request) {
    answer(request, detectors.get(request.queryParam("detector")));
  }

  public void reset(Context request) {
    LiveDetector live = detectors.get(request.queryParam("detector"));
    live.resetDrift();
    answer(request, live);
  }

  private static void answer(Context request, LiveDetector live) {
    DriftState state = live.drift().state();
    byte[] text =
        Json.object(
            json -> {
              json.writeStringField("detector", live.name());
              json.writeNumberField("samples", state.samples());
              json.writeBooleanField("drifted", state.drifted());
              if (Double.isFinite(state.evidence())) {
                json.writeNumberField("evidence", state.evidence());
              } else {
                json.writeNullField("evidence"); // before the first sample
              }
              json.writeNumberField("alarm_line", state.alarmLine());
              json.writeObjectFieldStart("window");
              json.writeNumberField("length", live.drift().window());
              json.writeNumberField("samples", state.inWindow());
              json.writeNumberField("flagged", state.flagged());
              json.writeEndObject();
              json.writeArrayFieldStart("alarms");
              for (DriftAlarm alarm : live.drift().alarms()) {
                json.writeStartObject();
                json.writeStringField("test", alarm.test());
                json.writeNumberField("after_samples", alarm.afterSamples());
                json.writeStringField("time", alarm.time().toString());
                json.writeEndObject();
              }
              json.writeEndArray();
            });
    request.contentType("application/json").result(text);
  }

  public void live(Context request) {
    LiveDetector live = detectors.get(request.queryParam("detector"));
    StreamView stream = live.stream();
    byte[] text =
        Json.object(
            json -> {
              json.writeStringField("detector", live.name());
              json.writeNumberField("samples", stream.samples());
              json.writeNumberField("strangers", stream.strangers());
              json.writeArrayFieldStart("seconds");
              for (StreamView.Second second : stream.seconds()) {
                json.writeStartObject();
                json.writeNumberField("time", second.time());
                json.writeNumberField("requests", second.requests());
                json.writeNumberField("samples", second.samples());
                json.writeNumberField("strangers", second.strangers());
                json.writeNumberField("p50_ms", (float) second.p50Millis());
                json.writeNumberField("p99_ms", (float) second.p99Millis());
                json.writeEndObject();
              }
              json.writeEndArray();
              json.writeArrayFieldStart("strangers_lately");
              for (StreamView.Stranger stranger : stream.latestStrangers()) {
                json.writeStartObject();
                json.writeStringField("time", stranger.time().toString());
                json.writeNumberField("score", stranger.score());
                json.writeNumberField("p_value", stranger.pValue());
                json.writeEndObject();
              }
              json.writeEndArray();
            });
    request.contentType("application/json").result(text);
  }
}
