package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.ImageOptions;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.data.TableOptions;
import dev.stranger.data.transform.Preparation;
import dev.stranger.score.Metadata;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads data the way a detector's own was; what must be known for it is in the detector. */
final class DetectorData {

  @Mixin private DataFolderOption folder;

  @Option(
      names = "--label",
      paramLabel = "NAME",
      description = "The column of a table that holds the label, which is not judged.")
  private @Nullable String label;

  Dataset open(String data, Metadata detector) {
    TableOptions table =
        new TableOptions(detector.columns(), List.of(), label, TableOptions.HeaderRow.AUTO);
    Dataset opened = folder.catalogue().open(data, new DataOptions(table, imagesFor(detector)));
    return Preparation.toFit(opened, detector.shape(), detector.range());
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
