package dev.stranger.paper;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All results for other programs, and where they come from. What does not exist is left out. */
final class ResultsJson {

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String EARLIER = "earlier";

  private final Results results;
  private final JsonGenerator json;

  private ResultsJson(Results results, JsonGenerator json) {
    this.results = results;
    this.json = json;
  }

  static void write(Results results, OutputStream out) throws IOException {
    try (JsonGenerator json = generator(out)) {
      new ResultsJson(results, json).write();
    }
  }

  /**
   * Where they come from alone.
   *
   * @param earlier what this wrote for the runs that other results are kept from
   */
  static void writeProvenance(Results results, List<String> earlier, OutputStream out)
      throws IOException {
    try (JsonGenerator json = generator(out)) {
      json.writeStartObject();
      new ResultsJson(results, json).writeEntries(results.facts().toMap());
      if (!earlier.isEmpty()) {
        json.writeArrayFieldStart(EARLIER);
        for (String run : earlier) {
          copy(run, json);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    }
  }

  /**
   * The runs that {@link #writeProvenance} wrote of, the last one first, each as such an object.
   *
   * @throws IOException also when the text is no JSON
   */
  static List<String> runs(String provenance) throws IOException {
    List<String> runs = new ArrayList<>();
    StringWriter last = new StringWriter();
    try (JsonParser parser = FACTORY.createParser(provenance);
        JsonGenerator json = FACTORY.createGenerator(last)) {
      parser.nextToken();
      json.writeStartObject();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        if (parser.currentName().equals(EARLIER)) {
          parser.nextToken();
          while (parser.nextToken() == JsonToken.START_OBJECT) {
            runs.add(text(parser));
          }
        } else {
          json.copyCurrentStructure(parser);
        }
      }
      json.writeEndObject();
    }
    runs.add(0, last.toString());
    return runs;
  }

  /** The {@link RunFacts#caveats()} of one of the {@link #runs}. */
  static List<String> caveats(String run) throws IOException {
    List<String> caveats = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(run)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals(RunFacts.CAVEATS);
        parser.nextToken();
        while (wanted && parser.nextToken() == JsonToken.VALUE_STRING) {
          caveats.add(parser.getText());
        }
        parser.skipChildren();
      }
    }
    return caveats;
  }

  private static String text(JsonParser parser) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.copyCurrentStructure(parser);
    }
    return text.toString();
  }

  private static void copy(String object, JsonGenerator json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(object)) {
      parser.nextToken();
      json.copyCurrentStructure(parser);
    }
  }

  private static JsonGenerator generator(OutputStream out) throws IOException {
    JsonGenerator json = FACTORY.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    return json.setPrettyPrinter(new DefaultPrettyPrinter());
  }

  private void write() throws IOException {
    json.writeStartObject();
    json.writeFieldName("provenance");
    writeMap(results.facts().toMap());
    json.writeArrayFieldStart("results");
    for (Result result : results.results()) {
      write(result);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("departures");
    for (Departure departure : results.departures()) {
      write(departure);
    }
    json.writeEndArray();
    if (!results.banner().isEmpty()) {
      json.writeStringField("banner", results.banner());
    }
    json.writeFieldName("notes");
    writeTexts(results.notes());
    json.writeEndObject();
  }

  private void writeTexts(List<?> texts) throws IOException {
    json.writeArray(texts.stream().map(Object::toString).toArray(String[]::new), 0, texts.size());
  }

  private void writeMap(Map<?, ?> map) throws IOException {
    json.writeStartObject();
    writeEntries(map);
    json.writeEndObject();
  }

  private void writeEntries(Map<?, ?> map) throws IOException {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(entry.getKey().toString());
      if (entry.getValue() instanceof Map<?, ?> inner) {
        writeMap(inner);
      } else if (entry.getValue() instanceof List<?> texts) {
        writeTexts(texts);
      } else {
        json.writeString(entry.getValue().toString());
      }
    }
  }

  private void write(Result result) throws IOException {
    json.writeStartObject();
    json.writeStringField("table", result.table().key());
    json.writeStringField("method", result.method().key());
    json.writeStringField("in", result.in());
    json.writeStringField("out", result.out());
    json.writeStringField("metric", result.metric().key());
    json.writeNumberField("mean", result.measured().mean());
    if (result.measured().count() > 1) {
      json.writeNumberField("std", result.measured().deviation());
    }
    json.writeNumberField("seeds", result.measured().count());
    json.writeNumberField("epochs", result.epochs());
    writePublished(result);
    json.writeStringField("device", result.device());
    json.writeStringField("version", results.facts().version());
    json.writeEndObject();
  }

  private void writePublished(Result result) throws IOException {
    PublishedFigure published = result.published();
    if (published != null) {
      json.writeNumberField("published_mean", published.mean());
      if (published.std() != null) {
        json.writeNumberField("published_std", published.std());
      }
      json.writeBooleanField("far", result.isFar());
    }
  }

  private void write(Departure departure) throws IOException {
    json.writeStartObject();
    json.writeStringField("topic", departure.topic());
    json.writeStringField("paper", departure.paper());
    json.writeStringField("code", departure.code());
    json.writeStringField("here", departure.here());
    json.writeEndObject();
  }
}
