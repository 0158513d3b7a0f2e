package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a detector file says of itself beside its graph.
 *
 * @param shape of a sample
 * @param range the values of a sample should lie in
 * @param falseAlarmRate share of normal samples that are flagged at most
 * @param columns names of the columns of a table, empty elsewhere
 * @param card how the detector came about, as JSON
 */
public record Metadata(
    Shape shape, Range range, double falseAlarmRate, List<String> columns, String card) {

  /** The version of the format that this code writes and reads. */
  public static final String FORMAT = "1";

  private static final String PREFIX = "stranger.";
  private static final String SEPARATOR = "\u001f";

  public Metadata {
    columns = List.copyOf(columns);
    if (!(falseAlarmRate > 0 && falseAlarmRate < 1)) {
      throw new IllegalArgumentException(
          "a false-alarm rate lies between 0 and 1, got " + falseAlarmRate);
    }
  }

  /** As the metadata of an ONNX model, in a fixed order. */
  public Map<String, String> toProperties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(PREFIX + "format", FORMAT);
    properties.put(PREFIX + "shape", shape.toString());
    properties.put(PREFIX + "range", range.min() + " " + range.max());
    properties.put(PREFIX + "false_alarm_rate", Double.toString(falseAlarmRate));
    properties.put(PREFIX + "columns", String.join(SEPARATOR, columns));
    properties.put(PREFIX + "card", card);
    return properties;
  }

  /**
   * @param place names the file in complaints
   * @throws DataException when the file is of another format or incomplete
   */
  static Metadata parse(Map<String, String> properties, String place) {
    String format = properties.get(PREFIX + "format");
    if (!FORMAT.equals(format)) {
      throw new DataException(
          "%s has detector format %s, this version reads %s; use the matching version of Stranger"
              .formatted(place, format, FORMAT));
    }
    try {
      String columns = required(properties, "columns");
      return new Metadata(
          Shape.parse(required(properties, "shape")),
          range(required(properties, "range")),
          Double.parseDouble(required(properties, "false_alarm_rate")),
          columns.isEmpty() ? List.of() : List.of(columns.split(SEPARATOR)),
          required(properties, "card"));
    } catch (IllegalArgumentException e) {
      throw new DataException(place + " has wrong metadata: " + e.getMessage(), e);
    }
  }

  private static Range range(String text) {
    String[] ends = text.split(" ");
    if (ends.length != 2) {
      throw new IllegalArgumentException("its range is '" + text + "'");
    }
    return new Range(Float.parseFloat(ends[0]), Float.parseFloat(ends[1]));
  }

  private static String required(Map<String, String> properties, String name) {
    String value = properties.get(PREFIX + name);
    if (value == null) {
      throw new IllegalArgumentException("it lacks " + PREFIX + name);
    }
    return value;
  }
}
