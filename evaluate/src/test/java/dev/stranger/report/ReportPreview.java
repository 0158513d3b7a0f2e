package dev.stranger.report;

import dev.stranger.Range;
import dev.stranger.Shape;
import java.nio.file.Path;

/** Writes pages of generated findings, to be looked at: {@code ReportPreview FOLDER}. */
final class ReportPreview {

  private ReportPreview() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    GeneratedFindings images = GeneratedFindings.images();
    Report.write(images.make(), folder.resolve("images"));
    Report.write(images.withDetectors(5).make(), folder.resolve("detectors"));
    Report.write(images.with(Shape.image(3, 32, 32), Range.UNIT).make(), folder.resolve("colour"));
    Report.write(images.with(Shape.of(1, 140), Range.ANY).make(), folder.resolve("series"));
    Report.write(images.with(Shape.of(30), Range.ANY).make(), folder.resolve("table"));
  }
}
