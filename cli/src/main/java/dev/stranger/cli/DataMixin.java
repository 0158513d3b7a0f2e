package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.ImageOptions;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.data.TableOptions;
import dev.stranger.data.TableOptions.Strictness;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.prepare.Preparation;
import dev.stranger.table.Column;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how data to learn from is read. */
final class DataMixin {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private DataFolderOption folder;
  @Mixin private SeriesOption series;
  @Mixin private WindowOption window;

  @Option(
      names = "--size",
      paramLabel = "N|HxW",
      converter = Converters.Size.class,
      description = "Resize pictures (default: their own size; 32 when sizes differ or exceed 64).")
  private ImageOptions.@Nullable Size size;

  @Option(
      names = "--colour",
      defaultValue = "auto",
      paramLabel = "KIND",
      description = "Read pictures as grey, rgb or as they are, auto (default: auto).")
  private ImageOptions.Colour colour;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description = "Columns of a table to read, by name or number (default: all).")
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
      description = "Column of a table that holds the label; not learned from.")
  private @Nullable String label;

  @Option(
      names = "--id",
      paramLabel = "NAME",
      description = "Column of a table that names the samples; not learned from.")
  private @Nullable String id;

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "NAME=KIND",
      description = "What columns of a table hold: number, category or time (default: detected).")
  private Map<String, Column.Kind> types = Map.of();

  Catalogue catalogue() {
    return folder.catalogue();
  }

  /** What must be said again when data of the same kind is judged, each behind a blank. */
  String toJudge(boolean byLabel) {
    String labels = label == null ? " --by-label" : " --by-label --label " + label;
    return (series.isGiven() && !window.isGiven() ? " --series" : "")
        + (byLabel ? labels : "")
        + (id == null ? "" : " --id " + id);
  }

  /**
   * @param data all that the command reads
   * @throws ParameterException when an option means nothing for any of them
   */
  void requireMeaning(List<String> data) {
    DataChoice.requireMeaning(spec, catalogue(), data);
    window.requireAlone(label, id, !types.isEmpty());
    if (series.isGiven()) {
      requireNoTypes("a series holds numbers");
    }
  }

  /**
   * @param byLabel whether something is wanted for each label
   * @throws ParameterException when samples are windows, which have none
   */
  void requireLabels(boolean byLabel) {
    if (byLabel) {
      window.requireNotByLabel();
    }
  }

  private void requireNoTypes(String why) {
    if (!types.isEmpty()) {
      throw wrong("--types is for tables, %s; leave it out".formatted(why));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Opens data as it is, but for what the options say. */
  Dataset open(String data) {
    return open(data, table());
  }

  private TableOptions table() {
    return TableOptions.DEFAULT
        .withColumns(columns.toArray(String[]::new))
        .withDrop(drop.toArray(String[]::new))
        .withLabel(label)
        .withId(id)
        .withTypes(types);
  }

  private Dataset open(String data, TableOptions table) {
    return asWished(open(data, table, images().withFallback(new ImageOptions.Size(32, 32))));
  }

  private Dataset open(String data, TableOptions table, ImageOptions images) {
    return catalogue()
        .open(
            data,
            new DataOptions(table, images, series.isGiven())
                .withWindows(window.options(series.isGiven())));
  }

  private ImageOptions images() {
    return new ImageOptions(size, colour, null);
  }

  private Dataset asWished(Dataset opened) {
    return opened.shape().isImage()
        ? Preparation.toFit(opened, wished(opened.shape()), opened.range())
        : opened;
  }

  /** Opens more data of the kind of some that is open. */
  Dataset openLike(Dataset samples, String data) {
    boolean isTable = samples.shape().rank() == 1;
    TableOptions table = isTable ? TableOptions.DEFAULT.like(samples.columns()) : table();
    return Preparation.toFit(open(data, table), samples.shape(), samples.range());
  }

  /** Pictures of a folder are read as wished, those of arrays and named sets as they are. */
  private Shape wished(Shape shape) {
    int channels =
        switch (colour) {
          case AUTO -> shape.channels();
          case GREY -> 1;
          case RGB -> 3;
        };
    return size == null
        ? Shape.image(channels, shape.height(), shape.width())
        : Shape.image(channels, size.height(), size.width());
  }

  ImageOptions.@Nullable Size size() {
    return size;
  }

  /**
   * Opens data for a network that is there already.
   *
   * @param shape of the samples that it takes
   * @throws ParameterException when options say what the network decides
   */
  Dataset openFor(String data, Shape shape) {
    requireNoTypes("the network takes numbers");
    TableOptions table = table().with(Strictness.NUMBERS);
    if (shape.isImage()) {
      return Preparation.toFit(open(data, table, picturesOf(shape)), shape, Range.UNIT);
    }
    Dataset opened = asWished(open(data, table, images()));
    // A network may take all values of a picture or a series as one row.
    boolean flat = shape.rank() == 1 && opened.shape().size() == shape.size();
    return flat ? Preparation.forTraining(opened) : Preparation.toFit(opened, shape, Range.ANY);
  }

  private ImageOptions picturesOf(Shape shape) {
    if (colour != Colour.AUTO) {
      throw wrong(
          "the network takes pictures of %d channel%s, so --colour changes nothing; leave it out"
              .formatted(shape.channels(), shape.channels() == 1 ? "" : "s"));
    }
    return ImageOptions.DEFAULT
        .withSize(shape.height(), shape.width())
        .withColour(shape.channels() == 1 ? Colour.GREY : Colour.RGB);
  }

  /** Opens data to learn from. */
  Dataset forTraining(String data) {
    return Preparation.forTraining(open(data));
  }
}
