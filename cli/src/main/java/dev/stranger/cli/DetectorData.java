package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.data.DataKind;
import dev.stranger.data.DataOptions;
import dev.stranger.data.ImageOptions;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.data.TableOptions;
import dev.stranger.data.TableOptions.Strictness;
import dev.stranger.data.WindowOptions;
import dev.stranger.prepare.Preparation;
import dev.stranger.score.Metadata;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Reads data the way a detector's own was; what must be known for it is in the detector. */
final class DetectorData {

  @Mixin private DataFolderOption folder;
  @Mixin private SeriesOption series;

  @Option(
      names = "--label",
      paramLabel = "NAME",
      description = "Column of a table that holds the label; not judged.")
  private @Nullable String label;

  @Option(
      names = "--id",
      paramLabel = "NAME",
      description = "Column of a table that names the samples; not judged.")
  private @Nullable String id;

  /** As {@link DataMixin#requireMeaning}. */
  void requireMeaning(CommandSpec spec, List<String> data) {
    DataChoice.requireMeaning(spec, folder.catalogue(), data);
  }

  /**
   * @param strict whether a category that the detector does not know is refused
   * @param err gets what is odd about the data
   */
  Dataset open(String data, Metadata detector, boolean strict, PrintWriter err) {
    requireNoTable(data, detector.shape());
    TableOptions table =
        TableOptions.DEFAULT
            .withLabel(label)
            .withId(id)
            .with(strict ? Strictness.KNOWN_CATEGORIES : Strictness.USUAL);
    @Nullable Windowing windowing = detector.windowing();
    boolean isSeries = series.isGiven() || isSeriesOfChannels(detector.shape());
    DataOptions options =
        new DataOptions(columnsOf(detector, table), imagesFor(detector), isSeries)
            .withWindows(windowing == null ? null : WindowOptions.like(windowing));
    Dataset opened = folder.catalogue().open(data, options);
    opened.remarks().forEach(remark -> err.printf("%s: %s%n", opened.name(), remark));
    WindowText.sayNotes(opened, err);
    err.flush();
    return Preparation.toFit(opened, detector.shape(), detector.range());
  }

  /** No row of a table is a picture, whatever its columns hold. */
  private void requireNoTable(String data, Shape shape) {
    if (shape.isImage() && folder.catalogue().kind(data) == DataKind.TABLE) {
      throw new DataException(
          "%s is a table, the detector judges pictures of %s; give it pictures"
              .formatted(data, shape));
    }
  }

  /** Nothing but an array can be read so. */
  private static boolean isSeriesOfChannels(Shape shape) {
    return shape.rank() == 2 && shape.channels() > 1;
  }

  /**
   * Numbers only say where the steps of a series stood in the file that was learnt from, which has
   * a label before them or not; another file may differ in that.
   */
  private static TableOptions columnsOf(Metadata detector, TableOptions table) {
    if (detector.columns().isEmpty()) {
      return table.with(Strictness.NUMBERS);
    }
    List<String> names = Column.names(detector.columns());
    boolean isSeries = detector.shape().rank() == 2;
    boolean haveNames = !names.stream().allMatch(name -> name.matches("\\d+"));
    if (isSeries) {
      return haveNames ? table.withColumns(names.toArray(String[]::new)) : table;
    }
    return table.like(detector.columns());
  }

  private static ImageOptions imagesFor(Metadata detector) {
    if (!detector.shape().isImage()) {
      return ImageOptions.DEFAULT;
    }
    return ImageOptions.DEFAULT
        .withSize(detector.shape().height(), detector.shape().width())
        .withColour(detector.shape().channels() == 1 ? Colour.GREY : Colour.RGB);
  }
}
