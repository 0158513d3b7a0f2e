package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.StrangerException;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a detector file says of itself beside its graph. Immutable; later versions may add to it.
 */
public final class Metadata {

  /** The version of the format that this code writes and reads. */
  static final String FORMAT = "1";

  static final String PREFIX = "stranger.";
  private static final String RATE = PREFIX + "false_alarm_rate";
  private static final String RISK = PREFIX + "risk";
  private static final String DEVIATIONS = PREFIX + "deviations";
  private static final String USUAL_VALUES = PREFIX + "usual_values";
  private static final String GAPS = PREFIX + "gaps";
  private static final String ENERGIES = PREFIX + "energies";
  private static final String TILE = PREFIX + "tile";
  private static final String OVERLAP = PREFIX + "tile_overlap";
  private static final String SEPARATOR = "\u001f";

  /** What verdicts and evaluations call something else. */
  private static final Set<String> TAKEN =
      Set.of("sample", "label", "score", "p_value", "ood", "why");

  private final Shape shape;
  private final Range range;
  private final FalseAlarmGuarantee guarantee;
  private final List<Column> columns;
  private final List<Float> deviations;
  private final List<List<Float>> usualValues;
  private final boolean gaps;
  private final List<String> energies;
  private final List<String> parts;
  private final String card;
  private final ModelInput input;
  private final @Nullable Tiles tiles;
  private final @Nullable Windowing windowing;

  private Metadata(Builder builder) {
    shape = builder.shape;
    range = builder.range;
    guarantee = builder.guarantee;
    columns = List.copyOf(builder.columns);
    deviations = List.copyOf(builder.deviations);
    usualValues = List.copyOf(builder.usualValues);
    gaps = builder.gaps;
    energies = List.copyOf(builder.energies);
    parts = List.copyOf(builder.parts);
    card = builder.card;
    input = builder.input;
    tiles = builder.tiles;
    windowing = builder.windowing;
    requireFitting(windowing, shape);
    input.requireFitting(shape);
    requireUnits(deviations, shape);
    requireNames(energies);
    if (!usualValues.isEmpty() && usualValues.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%d columns have %d lists of usual values".formatted(columns.size(), usualValues.size()));
    }
    if (columns.size() > shape.size()) {
      throw new IllegalArgumentException(
          "there are %d columns for samples of %s".formatted(columns.size(), shape));
    }
  }

  /** Collects what a detector says of itself; what is not given is empty or usual. */
  public static final class Builder {

    private final Shape shape;
    private final Range range;
    private FalseAlarmGuarantee guarantee = FalseAlarmGuarantee.onAverage(0.05);
    private List<Column> columns = List.of();
    private List<Float> deviations = List.of();
    private List<List<Float>> usualValues = List.of();
    private boolean gaps;
    private List<String> energies = Energies.ST_RKM;
    private List<String> parts = List.of();
    private String card = "{}";
    private ModelInput input = ModelInput.OWN;
    private @Nullable Tiles tiles;
    private @Nullable Windowing windowing;

    private Builder(Shape shape, Range range) {
      this.shape = shape;
      this.range = range;
    }

    public Builder guarantee(FalseAlarmGuarantee guarantee) {
      this.guarantee = guarantee;
      return this;
    }

    public Builder columns(List<Column> columns) {
      this.columns = columns;
      return this;
    }

    public Builder deviations(List<Float> deviations) {
      this.deviations = deviations;
      return this;
    }

    public Builder usualValues(List<List<Float>> usualValues) {
      this.usualValues = usualValues;
      return this;
    }

    public Builder gaps(boolean gaps) {
      this.gaps = gaps;
      return this;
    }

    public Builder energies(List<String> energies) {
      this.energies = energies;
      return this;
    }

    public Builder parts(List<String> parts) {
      this.parts = parts;
      return this;
    }

    public Builder card(String card) {
      this.card = card;
      return this;
    }

    public Builder input(ModelInput input) {
      this.input = input;
      return this;
    }

    /** Null where samples are not cut. */
    public Builder tiles(@Nullable Tiles tiles) {
      this.tiles = tiles;
      return this;
    }

    /** Null where samples are no windows of recordings. */
    public Builder windowing(@Nullable Windowing windowing) {
      this.windowing = windowing;
      return this;
    }

    /**
     * @throws IllegalArgumentException when what was given does not fit together
     */
    public Metadata build() {
      return new Metadata(this);
    }
  }

  /** For samples of a shape, with values in a range. */
  public static Builder of(Shape shape, Range range) {
    return new Builder(shape, range);
  }

  /** Of a sample. */
  public Shape shape() {
    return shape;
  }

  /** The values of a sample lie in it. */
  public Range range() {
    return range;
  }

  /** What holds for normal samples. */
  public FalseAlarmGuarantee guarantee() {
    return guarantee;
  }

  /** Of a table, empty elsewhere. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * Of each column of a table, or channel, in which the detector measures; empty where all values
   * are on one scale.
   */
  public List<Float> deviations() {
    return deviations;
  }

  /**
   * Of each column of a table, numbers that it often has: none of categories and times. Empty for
   * anything but tables, and for files of early versions.
   */
  public List<List<Float>> usualValues() {
    return usualValues;
  }

  /** Whether a sample may have gaps, which are {@code NaN}. Files of early versions take none. */
  public boolean takesGaps() {
    return gaps;
  }

  /** Names of what the model says of a sample, as files and programs call them. */
  public List<String> energies() {
    return energies;
  }

  /** What the score is made of, in words. */
  public List<String> parts() {
    return parts;
  }

  /** How the detector came about, as JSON. */
  public String card() {
    return card;
  }

  /** The same with another card. */
  public Metadata withCard(String card) {
    return of(shape, range)
        .guarantee(guarantee)
        .columns(columns)
        .deviations(deviations)
        .usualValues(usualValues)
        .gaps(gaps)
        .energies(energies)
        .parts(parts)
        .card(card)
        .input(input)
        .tiles(tiles)
        .windowing(windowing)
        .build();
  }

  /** How a sample becomes the input of the graph. */
  public ModelInput input() {
    return input;
  }

  /** The tiles that a sample is cut into; null where the graph takes it as a whole. */
  public @Nullable Tiles tiles() {
    return tiles;
  }

  /** How recordings are cut into samples; null where samples are no windows. */
  public @Nullable Windowing windowing() {
    return windowing;
  }

  /** The columns of a table, or the channels of recordings; empty where neither has names. */
  public List<Column> columnsOrChannels() {
    return windowing == null ? columns : Column.numbers(windowing.channels());
  }

  /** The shape of what the graph takes: a sample, or a tile of it. */
  Shape graphShape() {
    return tiles == null ? shape : tiles.tile();
  }

  /** Whether the graph contains a network that was there before the detector. */
  public boolean isGuarded() {
    return input.guarded();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Metadata metadata && toProperties().equals(metadata.toProperties());
  }

  @Override
  public int hashCode() {
    return toProperties().hashCode();
  }

  @Override
  public String toString() {
    return "Metadata" + toProperties();
  }

  private static void requireFitting(@Nullable Windowing windowing, Shape shape) {
    if (windowing != null
        && !shape.equals(Shape.of(windowing.channels().size(), windowing.length()))) {
      throw new IllegalArgumentException(
          "windows of %d channels and %d steps are no samples of %s"
              .formatted(windowing.channels().size(), windowing.length(), shape));
    }
  }

  private static void requireUnits(List<Float> deviations, Shape shape) {
    int needed = shape.dimensions().get(0);
    boolean positive = deviations.stream().allMatch(d -> d > 0 && Float.isFinite(d));
    if (!positive || !deviations.isEmpty() && deviations.size() != needed) {
      throw new IllegalArgumentException(
          "samples of %s need %d positive deviations or none, got %s"
              .formatted(shape, needed, deviations));
    }
  }

  private static void requireNames(List<String> energies) {
    boolean plain = energies.stream().allMatch(name -> name.matches("[a-z0-9_]+"));
    boolean free = energies.stream().noneMatch(TAKEN::contains);
    if (energies.isEmpty() || !plain || !free || Set.copyOf(energies).size() < energies.size()) {
      throw new IllegalArgumentException(
          "energies need different names of a-z, 0-9 and _, none of %s; got %s"
              .formatted(new TreeSet<>(TAKEN), energies));
    }
  }

  /** As the metadata of an ONNX model, in a fixed order. */
  Map<String, String> toProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(PREFIX + "format", FORMAT);
    properties.put(PREFIX + "shape", shape.toString());
    properties.put(PREFIX + "range", range.min() + " " + range.max());
    properties.put(RATE, Double.toString(guarantee.falseAlarmRate()));
    if (guarantee.risk() != null) {
      properties.put(RISK, Double.toString(guarantee.risk()));
    }
    properties.putAll(ColumnText.properties(columns));
    if (!deviations.isEmpty()) {
      properties.put(DEVIATIONS, text(deviations));
    }
    if (!usualValues.isEmpty()) {
      properties.put(USUAL_VALUES, joined(usualValues.stream().map(Metadata::text).toList()));
    }
    if (gaps) {
      properties.put(GAPS, "true");
    }
    properties.put(ENERGIES, joined(energies));
    properties.put(PREFIX + "parts", joined(parts));
    properties.put(PREFIX + "card", card);
    properties.putAll(input.toProperties());
    properties.putAll(WindowText.properties(windowing));
    if (tiles != null) {
      properties.put(TILE, tiles.tile().toString());
      properties.put(OVERLAP, Double.toString(tiles.overlap()));
    }
    return properties;
  }

  /**
   * @param place names the file in complaints
   * @throws DetectorFileException when the file is of another format or incomplete
   */
  static Metadata parse(Map<String, String> properties, String place) {
    String format = properties.get(PREFIX + "format");
    if (!FORMAT.equals(format)) {
      throw new DetectorFileException(
          "%s has detector format %s, this version reads %s; use the matching version of Stranger"
              .formatted(place, format, FORMAT));
    }
    try {
      return of(shape(properties), range(required(properties, PREFIX + "range")))
          .guarantee(guarantee(required(properties, RATE), properties.get(RISK)))
          .columns(ColumnText.parse(properties))
          .deviations(numbers(properties.getOrDefault(DEVIATIONS, "")))
          .usualValues(usualValues(properties.get(USUAL_VALUES)))
          .gaps(Boolean.parseBoolean(properties.get(GAPS)))
          .energies(energies(properties.get(ENERGIES)))
          .parts(split(required(properties, PREFIX + "parts")))
          .card(required(properties, PREFIX + "card"))
          .input(ModelInput.parse(properties))
          .tiles(tiles(properties))
          .windowing(WindowText.parse(properties))
          .build();
    } catch (IllegalArgumentException | StrangerException e) {
      throw new DetectorFileException(
          "%s has wrong metadata: %s; train it again".formatted(place, e.getMessage()), e);
    }
  }

  /** Of a sample. */
  static Shape shape(Map<String, String> properties) {
    return Shape.parse(required(properties, PREFIX + "shape"));
  }

  /**
   * @throws IllegalArgumentException when they do not fit the samples
   */
  static @Nullable Tiles tiles(Map<String, String> properties) {
    @Nullable String tile = properties.get(TILE);
    return tile == null
        ? null
        : new Tiles(
            shape(properties),
            Shape.parse(tile),
            Double.parseDouble(required(properties, OVERLAP)));
  }

  private static Range range(String text) {
    String[] ends = text.split(" ");
    if (ends.length != 2) {
      throw new IllegalArgumentException("its range is '" + text + "'");
    }
    return new Range(Float.parseFloat(ends[0]), Float.parseFloat(ends[1]));
  }

  static List<Float> numbers(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ")).map(Float::parseFloat).toList();
  }

  private static String text(List<Float> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static List<List<Float>> usualValues(@Nullable String text) {
    return text == null ? List.of() : split(text).stream().map(Metadata::numbers).toList();
  }

  /** Files that name none are older than other models. */
  private static List<String> energies(@Nullable String names) {
    return names == null ? Energies.ST_RKM : split(names);
  }

  private static FalseAlarmGuarantee guarantee(String rate, @Nullable String risk) {
    return new FalseAlarmGuarantee(
        Double.parseDouble(rate), risk == null ? null : Double.valueOf(risk));
  }

  static String required(Map<String, String> properties, String key) {
    String value = properties.get(key);
    if (value == null) {
      throw new IllegalArgumentException("it lacks " + key);
    }
    return value;
  }

  static List<String> split(String texts) {
    return List.of(texts.split(SEPARATOR, -1));
  }

  /** Texts that can be {@link #split} again. */
  static String joined(Collection<String> texts) {
    for (String text : texts) {
      if (text.contains(SEPARATOR)) {
        throw new DataException("'%s' holds the separator U+001F; rename it".formatted(text));
      }
    }
    return String.join(SEPARATOR, texts);
  }
}
