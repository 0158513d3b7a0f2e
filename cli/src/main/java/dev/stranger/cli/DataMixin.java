package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.ImageOptions;
import dev.stranger.data.TableOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.prepare.Preparation;
import dev.stranger.prepare.Resize;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how data to learn from is read. */
final class DataMixin {

  @Mixin private DataFolderOption folder;
  @Mixin private SeriesOption series;

  @Option(
      names = "--size",
      paramLabel = "N|HxW",
      converter = Converters.Size.class,
      description = "Resize pictures; when files differ in size, 32 unless you say otherwise.")
  private ImageOptions.@Nullable Size size;

  @Option(
      names = "--colour",
      defaultValue = "AUTO",
      description = "Read pictures of a folder as ${COMPLETION-CANDIDATES}.")
  private ImageOptions.Colour colour;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description = "Columns of a table to keep, by name or number; all when not given.")
  private List<String> columns = List.of();

  @Option(
      names = "--drop",
      split = ",",
      paramLabel = "NAME",
      description = "Columns of a table to leave out.")
  private List<String> drop = List.of();

  @Option(
      names = "--label",
      paramLabel = "NAME",
      description = "The column of a table that holds the label, which is not learnt from.")
  private @Nullable String label;

  Catalogue catalogue() {
    return folder.catalogue();
  }

  /** What must be said again when data of the same kind is judged, each behind a blank. */
  String toJudge(boolean byLabel) {
    String labels = label == null ? " --by-label" : " --by-label --label " + label;
    return (series.isGiven() ? " --series" : "") + (byLabel ? labels : "");
  }

  /** Opens data as it is. */
  Dataset open(String data) {
    TableOptions table = new TableOptions(columns, drop, label, TableOptions.HeaderRow.AUTO);
    ImageOptions images = new ImageOptions(size, colour, new ImageOptions.Size(32, 32));
    return catalogue().open(data, new DataOptions(table, images, series.isGiven()));
  }

  /** Opens data to learn from. */
  Dataset forTraining(String data) {
    Dataset opened = open(data);
    boolean resize = size != null && opened.shape().isImage();
    return Preparation.forTraining(
        resize ? opened.map(Resize.to(size.height(), size.width())) : opened);
  }
}
