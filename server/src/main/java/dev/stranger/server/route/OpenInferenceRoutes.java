package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.DataException;
import dev.stranger.VisibleText;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.LiveDetector;
import dev.stranger.server.live.UnknownDetectorException;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v2}: the Open Inference Protocol, as KServe, Triton and MLServer speak it.
 *
 * @param version of Stranger
 */
public record OpenInferenceRoutes(Detectors detectors, Limits limits, String version) {

  /** What Flink asks for where no version is named. */
  private static final String LATEST = "latest";

  public void server(Context request) {
    answer(
        request,
        json -> {
          json.writeStringField("name", "stranger");
          json.writeStringField("version", version);
          json.writeFieldName("extensions");
          json.writeArray(new String[] {"binary_tensor_data"}, 0, 1);
        });
  }

  public void live(Context request) {
    answer(request, json -> json.writeBooleanField("live", true));
  }

  public void ready(Context request) {
    boolean ready = detectors.isReady();
    request.status(ready ? 200 : 503);
    answer(request, json -> json.writeBooleanField("ready", ready));
  }

  public void modelReady(Context request) {
    LiveDetector live = asked(request);
    answer(
        request,
        json -> {
          json.writeStringField("name", live.name());
          json.writeBooleanField("ready", true);
        });
  }

  public void model(Context request) {
    LiveDetector live = asked(request);
    answer(
        request,
        json -> {
          json.writeStringField("name", live.name());
          json.writeFieldName("versions");
          json.writeArray(new String[] {live.file().version()}, 0, 1);
          json.writeStringField("platform", "onnx_onnxv1");
          json.writeArrayFieldStart("inputs");
          tensor(json, "x", "FP32", -1, live.detector().shape().dimensions());
          json.writeEndArray();
          json.writeArrayFieldStart("outputs");
          for (Map.Entry<String, InferenceResponse.Output> output :
              InferenceResponse.outputs(live).entrySet()) {
            InferenceResponse.Output facts = output.getValue();
            tensor(json, output.getKey(), facts.datatype(), facts.single() ? 1 : -1, List.of());
          }
          json.writeEndArray();
        });
  }

  /**
   * @param count the first side: -1 is that of the batch, of any length
   */
  private static void tensor(
      JsonGenerator json, String name, String datatype, int count, List<Integer> sides)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("datatype", datatype);
    json.writeArrayFieldStart("shape");
    json.writeNumber(count);
    for (int side : sides) {
      json.writeNumber(side);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Only the version that judges now can be asked for, which is also the latest. */
  private LiveDetector asked(Context request) {
    LiveDetector live = detectors.get(request.pathParam("name"));
    requireVersion(request, live);
    return live;
  }

  private static void requireVersion(Context request, LiveDetector live) {
    @Nullable String version = request.pathParamMap().get("version");
    if (version != null && !version.equals(LATEST) && !version.equals(live.file().version())) {
      throw new UnknownDetectorException(
          "%s has the version %s, not '%s'"
              .formatted(live.name(), live.file().version(), VisibleText.of(version)));
    }
  }

  private static void answer(Context request, Json.Content fields) {
    request.contentType("application/json").result(Json.object(fields));
  }

  public void infer(Context request) {
    long begun = System.nanoTime();
    InferenceRequest asked = InferenceRequest.read(Body.bytes(request, limits), length(request));
    request.future(
        () ->
            detectors.judge(
                request.pathParam("name"),
                begun,
                by -> {
                  requireVersion(request, by);
                  InferenceResponse.requireOutputs(asked, by);
                  return asked
                      .samples(by.detector(), limits, Body.memory(request))
                      .watched(judged -> InferenceResponse.of(asked, judged).send(request));
                }));
  }

  private static int length(Context request) {
    @Nullable String text = request.header(Answer.LENGTH);
    if (text == null) {
      return -1;
    }
    try {
      int length = Integer.parseInt(text);
      if (length >= 0) {
        return length;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new DataException(
        "%s is '%s', not a length".formatted(Answer.LENGTH, VisibleText.of(text)));
  }
}
