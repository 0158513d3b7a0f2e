package dev.stranger.server.route;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.DataException;
import dev.stranger.Verdict;
import dev.stranger.server.live.Judged;
import dev.stranger.server.live.LiveDetector;
import dev.stranger.server.route.InferenceRequest.Wanted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Answers of the Open Inference Protocol. */
final class InferenceResponse {

  private InferenceResponse() {}

  /** One number of a verdict. */
  @FunctionalInterface
  private interface Value {
    double of(Verdict verdict, LiveDetector by);
  }

  /**
   * An output that a detector has.
   *
   * @param datatype FP32, INT64 or BOOL
   * @param single whether there is one number for all samples
   */
  record Output(String datatype, boolean single, Value value) {}

  /** All outputs by name; the last four are what MLServer's alibi-detect runtime calls them. */
  static Map<String, Output> outputs(LiveDetector by) {
    Map<String, Output> outputs = new LinkedHashMap<>();
    outputs.put("score", new Output("FP32", false, (verdict, from) -> verdict.score()));
    outputs.put("p_value", new Output("FP32", false, (verdict, from) -> verdict.pValue()));
    outputs.put("is_ood", new Output("BOOL", false, (verdict, from) -> verdict.ood() ? 1 : 0));
    for (String energy : by.detector().metadata().energies()) {
      outputs.put(
          energy, new Output("FP32", false, (verdict, from) -> verdict.energies().of(energy)));
    }
    outputs.put("instance_score", outputs.get("score"));
    outputs.put("p_val", outputs.get("p_value"));
    outputs.put("is_outlier", new Output("INT64", false, (verdict, from) -> verdict.ood() ? 1 : 0));
    outputs.put(
        "threshold",
        new Output(
            "FP32", true, (verdict, from) -> JudgeRoute.scoreLine(from.detector().bound(), from)));
    return outputs;
  }

  /** Flink asks for its outputs in capitals, and wants them under that name. */
  private static String known(Wanted output) {
    return output.name().toLowerCase(Locale.ROOT);
  }

  /** Refuses outputs that the detector does not have, before anything is judged. */
  static void requireOutputs(InferenceRequest request, LiveDetector by) {
    Map<String, Output> known = outputs(by);
    for (Wanted wanted : request.outputs()) {
      if (!known.containsKey(known(wanted))) {
        throw new DataException(
            "there is no output '%s'; there are %s"
                .formatted(wanted.name(), String.join(", ", known.keySet())));
      }
    }
  }

  static Answer of(InferenceRequest request, Judged judged) {
    LiveDetector by = judged.by();
    Map<String, Output> known = outputs(by);
    List<Wanted> wanted =
        request.outputs().isEmpty()
            ? known.keySet().stream().map(name -> new Wanted(name, null)).toList()
            : request.outputs();
    List<byte[]> behind = new ArrayList<>();
    byte[] json =
        Json.object(
            text -> {
              text.writeStringField("model_name", by.name());
              text.writeStringField("model_version", by.file().version());
              if (request.id() != null) {
                text.writeStringField("id", request.id());
              }
              text.writeArrayFieldStart("outputs");
              for (Wanted output : wanted) {
                Output from = known.get(known(output));
                double[] values = values(from, judged);
                text.writeStartObject();
                text.writeStringField("name", output.name());
                text.writeStringField("datatype", from.datatype);
                text.writeFieldName("shape");
                text.writeArray(new int[] {values.length}, 0, 1);
                if (request.isBinary(output)) {
                  byte[] bytes = bytes(from.datatype, values);
                  text.writeObjectFieldStart("parameters");
                  text.writeNumberField("binary_data_size", bytes.length);
                  text.writeEndObject();
                  behind.add(bytes);
                } else {
                  writeData(text, from.datatype, values);
                }
                text.writeEndObject();
              }
              text.writeEndArray();
            });
    return Answer.of(json, behind);
  }

  private static double[] values(Output output, Judged judged) {
    List<Verdict> verdicts = judged.verdicts();
    double[] values = new double[output.single ? 1 : verdicts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = output.value.of(verdicts.get(i), judged.by());
    }
    return values;
  }

  private static void writeData(JsonGenerator json, String datatype, double[] values)
      throws IOException {
    json.writeArrayFieldStart("data");
    for (double value : values) {
      switch (datatype) {
        case "BOOL" -> json.writeBoolean(value != 0);
        case "INT64" -> json.writeNumber((long) value);
        default -> json.writeNumber((float) value);
      }
    }
    json.writeEndArray();
  }

  private static byte[] bytes(String datatype, double[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      switch (datatype) {
        case "BOOL" -> bytes.put((byte) value);
        case "INT64" -> bytes.putLong((long) value);
        default -> bytes.putFloat((float) value);
      }
    }
    byte[] written = new byte[bytes.position()];
    bytes.flip().get(written);
    return written;
  }
}
