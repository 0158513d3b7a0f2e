package dev.stranger.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.stranger.DataException;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is in a detector file, for programs: one JSON object with everything. */
final class DetectorJson {

  /** Escapes leave nothing in the text that could steer a terminal. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private DetectorJson() {}

  static String of(Detector detector, boolean signed) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json =
        FACTORY.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter())) {
      json.writeStartObject();
      write(json, detector);
      json.writeBooleanField("signed", signed);
      writeCard(json, detector.metadata().card());
      json.writeEndObject();
    } catch (IOException e) {
      throw new DataException("the model card is not readable: " + e.getMessage(), e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Detector detector) throws IOException {
    Metadata metadata = detector.metadata();
    json.writeStringField("shape", metadata.shape().toString());
    json.writeArrayFieldStart("range");
    json.writeNumber(metadata.range().min());
    json.writeNumber(metadata.range().max());
    json.writeEndArray();
    json.writeNumberField("false_alarm_rate", detector.guarantee().falseAlarmRate());
    if (detector.guarantee().risk() != null) {
      json.writeNumberField("risk", detector.guarantee().risk());
    }
    json.writeNumberField("threshold", detector.bound().threshold());
    json.writeNumberField("held_out", detector.calibration().size());
    if (detector.leavesOneOut()) {
      json.writeBooleanField("leave_one_out", true);
    }
    if (detector.groups().isPresent()) {
      write(json, detector.groups().get());
    }
    json.writeNumberField("gallery", detector.gallery().samples().size());
    write(json, metadata.windowing());
    write(json, "columns", Column.names(metadata.columns()));
    write(json, "energies", metadata.energies());
    write(json, "parts", metadata.parts());
  }

  private static void write(JsonGenerator json, @Nullable Windowing windowing) throws IOException {
    if (windowing != null) {
      json.writeNumberField("window", windowing.length());
      json.writeNumberField("stride", windowing.stride());
      write(json, "channels", windowing.channels());
      json.writeStringField("time", windowing.clock().column());
      json.writeNumberField("step", windowing.clock().step());
      json.writeStringField("entity", windowing.entity());
    }
  }

  private static void write(JsonGenerator json, GroupedCalibration groups) throws IOException {
    json.writeObjectFieldStart("held_out_by_label");
    for (String name : groups.groups()) {
      json.writeNumberField(name, groups.group(name).size());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String field, List<String> texts)
      throws IOException {
    json.writeFieldName(field);
    json.writeArray(texts.toArray(String[]::new), 0, texts.size());
  }

  private static void writeCard(JsonGenerator json, String card) throws IOException {
    json.writeFieldName("card");
    try (JsonParser parser = FACTORY.createParser(card)) {
      parser.nextToken();
      json.copyCurrentStructure(parser);
    }
  }
}
