package dev.stranger.train;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.suspect.Suspects;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a detector came about, for people and for audits.
 *
 * @param models how many leave one sample out each; 1 where a part of the samples was held out
 * @param gallery how many samples of the data can be seen in the file
 */
record ModelCard(
    String dataName,
    String dataSha256,
    long fitted,
    int calibrated,
    int models,
    int gallery,
    String network,
    Map<String, Object> facts,
    TrainOptions options,
    String device,
    List<EpochResult> curve,
    MadeStrangers made,
    Suspects suspects,
    Instant created) {

  /** Of all models together, when this is the card of the first of them. */
  ModelCard leavingOneOut(int models, Suspects suspects) {
    return new ModelCard(
        dataName,
        dataSha256,
        fitted + 1,
        models,
        models,
        Math.min(options.gallery(), models),
        network,
        facts,
        options,
        device,
        curve,
        made,
        suspects,
        created);
  }

  ModelCard with(MadeStrangers made) {
    return new ModelCard(
        dataName,
        dataSha256,
        fitted,
        calibrated,
        models,
        gallery,
        network,
        facts,
        options,
        device,
        curve,
        made,
        suspects,
        created);
  }

  String toJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("made_by", "Stranger " + Provenance.version());
      json.writeStringField("created", created.toString());
      writeData(json);
      writeSuspects(json);
      writeGuarantee(json);
      writeNetwork(json);
      writeTraining(json);
      writeMadeStrangers(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return text.toString();
  }

  private void writeData(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("data");
    json.writeStringField("name", dataName);
    json.writeStringField("sha256", dataSha256);
    json.writeNumberField("fitted", fitted);
    json.writeNumberField("calibrated", calibrated);
    if (models > 1) {
      json.writeNumberField("leave_one_out", models);
    }
    if (gallery > 0) {
      json.writeNumberField("gallery", gallery);
    }
    json.writeEndObject();
  }

  private void writeSuspects(JsonGenerator json) throws IOException {
    if (!suspects.isSaid()) {
      return;
    }
    json.writeObjectFieldStart("suspects");
    json.writeStringField("contamination", suspects.contamination().toString());
    json.writeNumberField("found", suspects.found().size());
    json.writeNumberField("among", suspects.samples());
    json.writeNumberField("count_half", suspects.halved());
    json.writeStringField("in_words", suspects.summary() + "; " + Suspects.GUARANTEE);
    json.writeEndObject();
  }

  private void writeGuarantee(JsonGenerator json) throws IOException {
    FalseAlarmGuarantee guarantee = options.calibration().guarantee();
    json.writeObjectFieldStart("guarantee");
    json.writeNumberField("false_alarm_rate", guarantee.falseAlarmRate());
    if (guarantee.risk() != null) {
      json.writeNumberField("risk", guarantee.risk());
    }
    json.writeBooleanField("by_label", options.calibration().byLabel());
    json.writeStringField("false_alarms", guarantee.inWords());
    json.writeEndObject();
  }

  private void writeNetwork(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("network");
    json.writeStringField("method", options.method().key());
    if (!curve.isEmpty()) { // what has no epochs has no network
      json.writeStringField("kind", network);
    }
    for (Map.Entry<String, Object> fact : new TreeMap<>(facts).entrySet()) {
      json.writeFieldName(fact.getKey());
      write(json, fact.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof double[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else {
      json.writeString(value.toString());
    }
  }

  private void writeTraining(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("training");
    json.writeObjectFieldStart("options");
    for (Map.Entry<String, String> setting : options.settings().entrySet()) {
      json.writeStringField(setting.getKey(), setting.getValue());
    }
    json.writeEndObject();
    json.writeStringField("score", options.calibration().scoreOf(options.method()));
    json.writeNumberField("seed", options.seed());
    json.writeStringField("device", device);
    json.writeFieldName("curve");
    double[] objectives = curve.stream().mapToDouble(EpochResult::objective).toArray();
    json.writeArray(objectives, 0, objectives.length);
    json.writeEndObject();
  }

  private void writeMadeStrangers(JsonGenerator json) throws IOException {
    if (made.kinds().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("made_strangers");
    json.writeBooleanField("weak", made.weak());
    json.writeStringField("in_words", made.inWords());
    json.writeNumberField("samples", made.samples());
    json.writeObjectFieldStart("passed");
    for (MadeStrangers.Kind kind : made.kinds()) {
      json.writeNumberField(kind.title(), kind.passed());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("auroc");
    for (MadeStrangers.Kind kind : made.kinds()) {
      json.writeNumberField(kind.title(), kind.auroc());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
