package dev.stranger.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Findings;
import dev.stranger.metric.Summary;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** All that the page says in numbers, for other programs. Shares are between 0 and 1. */
final class MetricsJson {

  private final Findings findings;
  private final JsonGenerator json;

  private MetricsJson(Findings findings, JsonGenerator json) {
    this.findings = findings;
    this.json = json;
  }

  static void write(Findings findings, Card card, Instant time, OutputStream out)
      throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setPrettyPrinter(new DefaultPrettyPrinter());
    new MetricsJson(findings, json).write(card, time);
    json.close();
  }

  private void write(Card card, Instant time) throws IOException {
    json.writeStartObject();
    json.writeStringField("written", time.toString());
    json.writeFieldName("detectors");
    json.writeArray(findings.detectors().toArray(String[]::new), 0, findings.detectors().size());
    writeNormal(FalseAlarms.of(findings));
    json.writeArrayFieldStart("strangers");
    for (Catch set : Catch.of(findings)) {
      writeSet(set);
    }
    json.writeEndArray();
    writeCard(card);
    json.writeEndObject();
  }

  private void writeNormal(FalseAlarms alarms) throws IOException {
    json.writeObjectFieldStart("normal");
    json.writeStringField("set", findings.normal().name());
    json.writeNumberField("samples", alarms.samples());
    json.writeNumberField(
        "guaranteed_false_alarm_rate", findings.guarantee().asked().falseAlarmRate());
    Double risk = findings.guarantee().asked().risk();
    if (risk != null) {
      json.writeNumberField("risk", risk);
    }
    json.writeNumberField("held_out_samples", alarms.bound().calibrationSize());
    json.writeNumberField("threshold_score", FalseAlarms.thresholdScore(findings.guarantee()));
    json.writeNumberField("flagged", alarms.rate());
    json.writeNumberField("band_low", alarms.band().low());
    json.writeNumberField("band_high", alarms.band().high());
    json.writeBooleanField("within_band", alarms.withinBand());
    json.writeEndObject();
  }

  private void writeSet(Catch set) throws IOException {
    json.writeStartObject();
    json.writeStringField("set", set.set());
    json.writeNumberField("samples", set.samples());
    json.writeNumberField("flagged", set.share());
    json.writeArrayFieldStart("scores");
    List<Row> rows = findings.evaluation().rows();
    for (Row row : rows.stream().filter(row -> row.stranger().equals(set.set())).toList()) {
      writeRow(row);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeRow(Row row) throws IOException {
    json.writeStartObject();
    json.writeStringField("score", row.kind().key());
    json.writeStringField("title", row.kind().title());
    json.writeStringField("role", row.kind().role().name().toLowerCase(Locale.ROOT));
    for (Metric metric : Metric.values()) {
      writeMetric(metric, row);
    }
    json.writeEndObject();
  }

  /** An interval only where several detectors give one. */
  private void writeMetric(Metric metric, Row row) throws IOException {
    Summary summary = row.summary(metric.value());
    json.writeObjectFieldStart(metric.key());
    json.writeNumberField("mean", summary.mean());
    if (summary.count() > 1) {
      json.writeNumberField("low", summary.low());
      json.writeNumberField("high", summary.high());
      json.writeFieldName("runs");
      json.writeArray(
          row.runs().stream().mapToDouble(metric.value()).toArray(), 0, summary.count());
    }
    json.writeEndObject();
  }

  private void writeCard(Card card) throws IOException {
    json.writeFieldName("card");
    if (!card.readable()) {
      json.writeString(findings.card());
      return;
    }
    try (JsonParser parser = new JsonFactory().createParser(findings.card())) {
      parser.nextToken();
      json.copyCurrentStructure(parser);
    }
  }
}
