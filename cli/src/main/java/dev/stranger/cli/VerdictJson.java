package dev.stranger.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.stranger.Energies;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** An object a line. */
record VerdictJson() implements VerdictFormat {

  private static final JsonFactory FACTORY = new JsonFactory();

  @Override
  public String head(VerdictLine first) {
    return "";
  }

  @Override
  public String line(VerdictLine line) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("sample", line.sample());
      json.writeStringField("label", line.label());
      write(json, line.verdict());
      if (line.reasons() != null) {
        write(json, line.reasons());
      }
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
    Energies energies = verdict.energies();
    for (String name : energies.names()) {
      json.writeNumberField(name, energies.of(name));
    }
  }

  private static void write(JsonGenerator json, Reasons reasons) throws IOException {
    json.writeObjectFieldStart("why");
    json.writeStringField("main", reasons.inWords());
    json.writeObjectFieldStart("shares");
    for (Part part : reasons.parts()) {
      json.writeNumberField(part.statistic(), (float) reasons.share(part));
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
