package dev.stranger.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.stranger.evaluate.Evaluation.Row;
import dev.stranger.evaluate.Findings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All metrics as a table for other programs: a line for each set, score and detector. */
final class MetricsCsv {

  private MetricsCsv() {}

  static void write(Findings findings, OutputStream out) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    csv.writeRecord(head());
    for (Row row : findings.evaluation().rows()) {
      for (int run = 0; run < row.runs().size(); run++) {
        csv.writeRecord(line(row, run, findings.detectors().get(run)));
      }
    }
    csv.flush();
  }

  private static List<String> head() {
    List<String> head = new ArrayList<>(List.of("strangers", "score", "role", "detector"));
    for (Metric metric : Metric.values()) {
      head.add(metric.key());
    }
    return head;
  }

  private static List<String> line(Row row, int run, String detector) {
    String role = row.kind().role().name().toLowerCase(Locale.ROOT);
    List<String> line = new ArrayList<>(List.of(row.stranger(), row.kind().key(), role, detector));
    for (Metric metric : Metric.values()) {
      line.add(Double.toString(metric.value().applyAsDouble(row.runs().get(run))));
    }
    return line;
  }
}
