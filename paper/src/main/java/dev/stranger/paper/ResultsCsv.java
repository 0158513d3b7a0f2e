package dev.stranger.paper;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All results and curves for other programs. */
final class ResultsCsv {

  private static final List<String> HEAD =
      List.of(
          "table",
          "method",
          "in",
          "out",
          "metric",
          "mean",
          "std",
          "seeds",
          "epochs",
          "published_mean",
          "published_std",
          "device",
          "version");

  private ResultsCsv() {}

  /** A line for each result. */
  static void write(Results results, OutputStream out) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    csv.writeRecord(HEAD);
    for (Result result : results.results()) {
      csv.writeRecord(line(result, results.facts().version()));
    }
    csv.flush();
  }

  private static List<String> line(Result result, String version) {
    PublishedFigure published = result.published();
    double std = result.measured().deviation();
    return List.of(
        result.table().key(),
        result.method().key(),
        result.in(),
        result.out(),
        result.metric().key(),
        Double.toString(result.measured().mean()),
        Double.isNaN(std) ? "" : Double.toString(std),
        Integer.toString(result.measured().count()),
        Integer.toString(result.epochs()),
        text(published == null ? null : published.mean()),
        text(published == null ? null : published.std()),
        result.device(),
        version);
  }

  /** A line for each point. */
  static void writeCurves(List<CurveFigure> figures, OutputStream out) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    csv.writeRecord("figure", "line", "x", "y", "std");
    for (CurveFigure figure : figures) {
      for (CurveFigure.Line line : figure.lines()) {
        for (int i = 0; i < line.x().length; i++) {
          csv.writeRecord(
              figure.title(),
              line.name(),
              Double.toString(line.x()[i]),
              Double.toString(line.mean()[i]),
              line.deviation().length == 0 ? "" : Double.toString(line.deviation()[i]));
        }
      }
    }
    csv.flush();
  }

  private static String text(@Nullable BigDecimal number) {
    return number == null ? "" : number.toPlainString();
  }
}
