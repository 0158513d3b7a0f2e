package dev.stranger.paper;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The curves of a run for other programs, a line for each point. */
final class CurvesCsv {

  private CurvesCsv() {}

  static void write(List<CurveFigure> figures, OutputStream out) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    csv.writeRecord("figure", "line", "x", "y", "std");
    for (CurveFigure figure : figures) {
      figure.lines().forEach(line -> write(figure.title(), line, csv));
    }
    csv.flush();
  }

  private static void write(String figure, CurveFigure.Line line, CsvWriter csv) {
    for (int i = 0; i < line.x().length; i++) {
      csv.writeRecord(
          figure,
          line.name(),
          Double.toString(line.x()[i]),
          Double.toString(line.mean()[i]),
          line.deviation().length == 0 ? "" : Double.toString(line.deviation()[i]));
    }
  }
}
