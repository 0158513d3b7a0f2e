package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.StrangerException;
import dev.stranger.calibrate.FalseAlarmGuarantee;
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
 * What a detector file says of itself beside its graph.
 *
 * @param shape of a sample
 * @param range the values of a sample should lie in
 * @param guarantee what holds for normal samples
 * @param columns names of the columns of a table, empty elsewhere
 * @param deviations of each column of a table, or channel, in which the detector measures; empty
 *     where all values are on one scale
 * @param energies names of what the model says of a sample, as files and programs call them
 * @param parts what the score is made of, in words
 * @param card how the detector came about, as JSON
 */
public record Metadata(
    Shape shape,
    Range range,
    FalseAlarmGuarantee guarantee,
    List<String> columns,
    List<Float> deviations,
    List<String> energies,
    List<String> parts,
    String card) {

  /** The version of the format that this code writes and reads. */
  public static final String FORMAT = "1";

  private static final String PREFIX = "stranger.";
  private static final String RATE = PREFIX + "false_alarm_rate";
  private static final String RISK = PREFIX + "risk";
  private static final String DEVIATIONS = PREFIX + "deviations";
  private static final String ENERGIES = PREFIX + "energies";
  private static final String SEPARATOR = "\u001f";

  /** What verdicts and evaluations call something else. */
  private static final Set<String> TAKEN =
      Set.of("sample", "label", "score", "p_value", "ood", "why");

  public Metadata {
    columns = List.copyOf(columns);
    deviations = List.copyOf(deviations);
    energies = List.copyOf(energies);
    parts = List.copyOf(parts);
    requireUnits(deviations, shape);
    requireNames(energies);
    if (columns.size() > shape.size()) {
      throw new IllegalArgumentException(
          "there are %d columns for samples of %s".formatted(columns.size(), shape));
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
  public Map<String, String> toProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(PREFIX + "format", FORMAT);
    properties.put(PREFIX + "shape", shape.toString());
    properties.put(PREFIX + "range", range.min() + " " + range.max());
    properties.put(RATE, Double.toString(guarantee.falseAlarmRate()));
    if (guarantee.risk() != null) {
      properties.put(RISK, Double.toString(guarantee.risk()));
    }
    properties.put(PREFIX + "columns", joined(columns));
    if (!deviations.isEmpty()) {
      properties.put(
          DEVIATIONS, deviations.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
    properties.put(ENERGIES, joined(energies));
    properties.put(PREFIX + "parts", joined(parts));
    properties.put(PREFIX + "card", card);
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
      String columns = required(properties, PREFIX + "columns");
      return new Metadata(
          Shape.parse(required(properties, PREFIX + "shape")),
          range(required(properties, PREFIX + "range")),
          guarantee(required(properties, RATE), properties.get(RISK)),
          columns.isEmpty() ? List.of() : split(columns),
          deviations(properties.getOrDefault(DEVIATIONS, "")),
          energies(properties.get(ENERGIES)),
          split(required(properties, PREFIX + "parts")),
          required(properties, PREFIX + "card"));
    } catch (IllegalArgumentException | StrangerException e) {
      throw new DetectorFileException(
          "%s has wrong metadata: %s; train it again".formatted(place, e.getMessage()), e);
    }
  }

  private static Range range(String text) {
    String[] ends = text.split(" ");
    if (ends.length != 2) {
      throw new IllegalArgumentException("its range is '" + text + "'");
    }
    return new Range(Float.parseFloat(ends[0]), Float.parseFloat(ends[1]));
  }

  private static List<Float> deviations(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ")).map(Float::parseFloat).toList();
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
