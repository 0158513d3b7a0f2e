package dev.stranger.paper;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import dev.stranger.DataException;
import dev.stranger.metric.Summary;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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

  private static final String BESIDE = ", ";

  private ResultsCsv() {}

  /**
   * A line for each result; the version of one that is kept from an earlier run has the time of
   * that run beside it.
   */
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
        Objects.requireNonNullElse(result.keptFrom(), version));
  }

  /**
   * What {@link #write} wrote, as results of an earlier run.
   *
   * @param time when that was
   * @throws DataException when the file holds something else
   */
  static List<Result> read(Path file, String time) {
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      return lines.stream().map(line -> result(line, file, time)).toList();
    } catch (IOException e) {
      throw new DataException("cannot read %s (%s)".formatted(file, e.getMessage()), e);
    }
  }

  private static Result result(NamedCsvRecord line, Path file, String time) {
    try {
      String version = line.getField("version");
      return Result.of(
              PaperTable.of(line.getField("table")),
              MethodName.of(line.getField("method")),
              line.getField("in"),
              line.getField("out"),
              PaperMetric.of(line.getField("metric")),
              summary(line),
              Integer.parseInt(line.getField("epochs")),
              line.getField("device"))
          .keptFrom(version.contains(BESIDE) ? version : version + BESIDE + time);
    } catch (RuntimeException e) {
      throw new DataException(
          "line %d of %s is no result (%s); take it out, or get the file as it was"
              .formatted(line.getStartingLineNumber(), file, e.getMessage()),
          e);
    }
  }

  /** Tables show no intervals. */
  private static Summary summary(NamedCsvRecord line) {
    String std = line.getField("std");
    return new Summary(
        Integer.parseInt(line.getField("seeds")),
        Double.parseDouble(line.getField("mean")),
        std.isEmpty() ? Double.NaN : Double.parseDouble(std),
        Double.NaN,
        Double.NaN);
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
