package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.ColumnReason;
import dev.stranger.Explanation;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.score.Detector;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.Judged;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.LiveDetector;
import dev.stranger.server.live.Memory;
import dev.stranger.server.live.Question;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/judge}. */
public record JudgeRoute(Detectors detectors, Limits limits) {

  /** Of a value, its reconstruction and the difference. */
  private static final long BYTES_AS_TEXT = 36;

  private static final long BYTES = 3 * Float.BYTES;

  /** Of the verdict of a sample and its reasons. */
  private static final long BYTES_A_SAMPLE = 1_024;

  public void judge(Context request) {
    long begun = System.nanoTime();
    boolean explain = Parameters.flag(request, "explain", false);
    boolean watch = Parameters.flag(request, "watch", true);
    boolean binary = explain && Parameters.flag(request, "binary", false);
    @Nullable Double rate = Parameters.share(request, "false_alarm");
    request.future(
        () ->
            detectors.judge(
                request.queryParam("detector"),
                begun,
                by -> {
                  Samples samples = read(request, by.detector());
                  if (explain) {
                    requireExplainable(request, samples, binary ? BYTES : BYTES_AS_TEXT);
                  }
                  FalseAlarmGuarantee guarantee = guarantee(by.detector(), rate);
                  return new Question(
                      samples.values(),
                      samples.count(),
                      explain,
                      watch,
                      judged ->
                          send(
                              answer(judged, samples, guarantee, new ArrayWriter(binary)),
                              request,
                              binary));
                }));
  }

  private static void send(Answer answer, Context request, boolean binary) {
    if (binary) {
      request.disableCompression(); // takes longer than it saves
    }
    answer.send(request);
  }

  /** Before anything is judged: a rate that the detector cannot guarantee is refused. */
  private static FalseAlarmGuarantee guarantee(Detector detector, @Nullable Double rate) {
    if (rate == null) {
      return detector.guarantee();
    }
    FalseAlarmGuarantee guarantee = FalseAlarmGuarantee.onAverage(rate);
    guarantee.boundFor(detector.calibration().size());
    return guarantee;
  }

  /** An explanation is many times as long as its sample. */
  private void requireExplainable(Context request, Samples samples, long bytesOfValue) {
    long bytes = bytesOfValue * samples.values().length + BYTES_A_SAMPLE * samples.count();
    if (samples.count() > 1 && bytes > limits.bodyBytes()) {
      throw new TooLargeException(
          "the explanations of %,d samples take about %,d bytes, %,d are allowed; send fewer"
              .formatted(samples.count(), bytes, limits.bodyBytes()));
    }
    Body.memory(request).take(Memory.COPIES * bytes);
  }

  private Samples read(Context request, Detector detector) {
    String type = Body.type(request);
    if (type.equals("multipart/form-data")) {
      return Samples.ofPictures(
          Body.files(request, limits), detector, limits, Body.memory(request));
    }
    byte[] body = Body.bytes(request, limits);
    if (type.equals("application/json")) {
      return Samples.ofJson(body, detector, limits, request.queryParam("id"));
    }
    if (type.equals("application/octet-stream")) {
      return Samples.ofBytes(body, detector, limits);
    }
    if (type.startsWith("image/")) {
      return Samples.ofPictures(List.of(body), detector, limits, Body.memory(request));
    }
    throw new UnsupportedContentException(
        "the body must be application/json, application/octet-stream, a picture (image/...), or a"
            + " form of pictures (multipart/form-data); say so in Content-Type");
  }

  private static Answer answer(
      Judged judged, Samples samples, FalseAlarmGuarantee guarantee, ArrayWriter arrays) {
    LiveDetector by = judged.by();
    FalseAlarmBound bound = guarantee.boundFor(by.heldOut().length);
    byte[] text =
        Json.object(
            json -> {
              json.writeStringField("detector", by.name());
              json.writeStringField("version", by.file().version());
              json.writeNumberField("false_alarm", guarantee.falseAlarmRate());
              if (guarantee.risk() != null) {
                json.writeNumberField("risk", guarantee.risk());
              }
              threshold(json, bound, by);
              json.writeArrayFieldStart("verdicts");
              for (int i = 0; i < judged.verdicts().size(); i++) {
                json.writeStartObject();
                if (!samples.names().isEmpty()) {
                  json.writeStringField("sample", samples.names().get(i));
                }
                verdict(json, judged.verdicts().get(i), bound);
                if (judged.explained().isPresent()) {
                  explanation(json, judged, samples.values(), i, arrays);
                }
                json.writeEndObject();
              }
              json.writeEndArray();
            });
    return Answer.of(text, arrays.behind());
  }

  static void threshold(JsonGenerator json, FalseAlarmBound bound, LiveDetector by)
      throws IOException {
    json.writeObjectFieldStart("threshold");
    json.writeNumberField("p_value", bound.threshold());
    json.writeNumberField("score", scoreLine(bound, by));
    json.writeEndObject();
  }

  /** Samples that score more are flagged. */
  static float scoreLine(FalseAlarmBound bound, LiveDetector by) {
    return by.heldOut()[by.heldOut().length - bound.rank()];
  }

  private static void verdict(JsonGenerator json, Verdict verdict, FalseAlarmBound bound)
      throws IOException {
    json.writeNumberField("score", verdict.score());
    json.writeNumberField("p_value", verdict.pValue());
    json.writeBooleanField("ood", bound.flags(verdict.pValue()));
    json.writeObjectFieldStart("energies");
    for (String name : verdict.energies().names()) {
      json.writeNumberField(name, verdict.energies().of(name));
    }
    json.writeEndObject();
  }

  private static void explanation(
      JsonGenerator json, Judged judged, float[] samples, int index, ArrayWriter arrays)
      throws IOException {
    Judged.Explained explained = judged.explained().orElseThrow();
    Explanation explanation = explained.explanations().get(index);
    int size = samples.length / judged.verdicts().size();
    json.writeObjectFieldStart("explanation");
    json.writeArrayFieldStart("reasons");
    Reasons reasons = explanation.reasons();
    for (Reasons.Part part : reasons.largestFirst()) {
      json.writeStartObject();
      json.writeStringField("statistic", part.statistic());
      json.writeNumberField("share", (float) reasons.share(part));
      json.writeBooleanField("low", reasons.isLow(part));
      json.writeEndObject();
    }
    json.writeEndArray();
    columns(json, explanation.columns());
    arrays.write(json, "sample", samples, index * size, (index + 1) * size);
    if (explanation.reconstruction() != null) {
      float[] values = explanation.reconstruction().values();
      float[] residual = explanation.reconstruction().residual();
      arrays.write(json, "reconstruction", values, 0, values.length);
      arrays.write(json, "residual", residual, 0, residual.length);
    }
    float @Nullable [] map = explanation.map();
    if (map != null) {
      arrays.write(json, "map", map, 0, map.length);
    }
    float[] coordinates = explained.coordinates();
    if (coordinates.length > 0) {
      int width = coordinates.length / judged.verdicts().size();
      Json.floats(json, "coordinates", coordinates, index * width, (index + 1) * width);
    }
    json.writeEndObject();
  }

  /** Nothing when the detector does not explain columns. */
  private static void columns(JsonGenerator json, List<ColumnReason> columns) throws IOException {
    if (columns.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("columns");
    for (ColumnReason one : columns) {
      json.writeStartObject();
      json.writeStringField("column", one.column().name());
      json.writeStringField("value", one.valueText());
      json.writeStringField("expected", one.expectedText());
      json.writeNumberField("share", (float) one.share());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
