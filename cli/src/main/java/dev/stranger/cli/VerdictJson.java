package dev.stranger.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.ColumnReason;
import dev.stranger.Energies;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Verdict;
import dev.stranger.cli.VerdictFormat.Line;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object a line. */
record VerdictJson() implements VerdictFormat {

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final List<String> NONE = List.of();

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  @Override
  public String head(@Nullable Line like) {
    return "";
  }

  @Override
  public String line(Line line) {
    return object(
        json -> {
          json.writeStringField("sample", line.sample());
          json.writeStringField("label", line.label());
          write(json, line.verdict());
          if (line.reasons() != null) {
            write(json, line.reasons(), line.columns());
          }
        });
  }

  @Override
  public String broken(String sample, String label, String error, @Nullable Line like) {
    return object(
        json -> {
          json.writeStringField("sample", sample);
          json.writeStringField("label", label);
          for (String field : List.of("score", "p_value", "ood")) {
            json.writeNullField(field);
          }
          json.writeStringField("error", error);
          for (String energy : like == null ? NONE : like.verdict().energies().names()) {
            json.writeNullField(energy);
          }
          if (like != null && like.reasons() != null) {
            json.writeNullField("why");
          }
        });
  }

  private static String object(Fields fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, Verdict verdict) throws IOException {
    json.writeNumberField("score", verdict.score());
    json.writeNumberField("p_value", verdict.pValue());
    json.writeBooleanField("ood", verdict.ood());
    json.writeStringField("error", "");
    Energies energies = verdict.energies();
    for (String name : energies.names()) {
      json.writeNumberField(name, energies.of(name));
    }
  }

  private static void write(
      JsonGenerator json, Reasons reasons, @Nullable List<ColumnReason> columns)
      throws IOException {
    json.writeObjectFieldStart("why");
    json.writeStringField("main", reasons.inWords());
    json.writeObjectFieldStart("shares");
    for (Part part : reasons.parts()) {
      json.writeNumberField(part.statistic(), (float) reasons.share(part));
    }
    json.writeEndObject();
    if (columns != null) {
      json.writeArrayFieldStart("columns");
      for (ColumnReason one : columns.subList(0, Math.min(MOST_COLUMNS, columns.size()))) {
        json.writeStartObject();
        json.writeStringField("column", one.column().name());
        json.writeStringField("value", one.valueText());
        json.writeStringField("expected", one.expectedText());
        json.writeNumberField("share", (float) one.share());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }
}
