package dev.stranger.score;

import dev.stranger.DetectorFileException;
import dev.stranger.Shape;
import dev.stranger.score.onnx.CheckedModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How a sample becomes the input of a graph. A graph that Stranger writes takes samples as they
 * are; a guarded network takes what it was trained with: {@code (scale * value - mean) / deviation}
 * for each value, with the channels first or last.
 *
 * @param name of the input
 * @param channelsLast whether the network wants N x H x W x C
 * @param scale 255 for a network that takes grey levels
 * @param means one for each channel or column, one for all, or none
 * @param deviations the same
 * @param constants further inputs, and the value that fills each of them
 * @param oneByOne whether the network takes one sample at a time
 * @param outputPrefix before the names of the detector's outputs, where the network has outputs of
 *     the same names
 * @param guarded whether it is that of a guarded network, whatever its name
 */
public record ModelInput(
    String name,
    boolean channelsLast,
    float scale,
    List<Float> means,
    List<Float> deviations,
    Map<String, Float> constants,
    boolean oneByOne,
    String outputPrefix,
    boolean guarded) {

  /** Of a graph that Stranger writes. */
  public static final ModelInput OWN =
      new ModelInput("x", false, 1, List.of(), List.of(), Map.of(), false, "", false);

  private static final String PREFIX = CheckedModel.GUARDED + "_";
  private static final String LAYOUT = PREFIX + "layout";
  private static final String SCALE = PREFIX + "scale";
  private static final String MEANS = PREFIX + "means";
  private static final String DEVIATIONS = PREFIX + "deviations";
  private static final String CONSTANTS = PREFIX + "constants";
  private static final String ONE_BY_ONE = PREFIX + "one_by_one";
  private static final String OUTPUT_PREFIX = "stranger.output_prefix";

  public ModelInput {
    means = List.copyOf(means);
    deviations = List.copyOf(deviations);
    constants = Map.copyOf(constants);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the input of a network needs a name");
    }
    if (!(Float.isFinite(scale) && scale > 0)) {
      throw new IllegalArgumentException("values are scaled by a positive number, not " + scale);
    }
    if (!means.stream().allMatch(Float::isFinite)) {
      throw new IllegalArgumentException("means are finite numbers, not " + means);
    }
    if (!deviations.stream().allMatch(d -> d > 0 && Float.isFinite(d))) {
      throw new IllegalArgumentException("deviations are positive numbers, not " + deviations);
    }
  }

  /** Of a guarded network that takes samples as they are. */
  public static ModelInput of(String name) {
    return new ModelInput(name, false, 1, List.of(), List.of(), Map.of(), false, "", true);
  }

  public ModelInput withChannelsLast(boolean channelsLast) {
    return new ModelInput(
        name, channelsLast, scale, means, deviations, constants, oneByOne, outputPrefix, guarded);
  }

  public ModelInput withValues(float scale, List<Float> means, List<Float> deviations) {
    return new ModelInput(
        name, channelsLast, scale, means, deviations, constants, oneByOne, outputPrefix, guarded);
  }

  public ModelInput withConstants(Map<String, Float> constants) {
    return new ModelInput(
        name, channelsLast, scale, means, deviations, constants, oneByOne, outputPrefix, guarded);
  }

  public ModelInput withOneByOne(boolean oneByOne) {
    return new ModelInput(
        name, channelsLast, scale, means, deviations, constants, oneByOne, outputPrefix, guarded);
  }

  public ModelInput withOutputPrefix(String outputPrefix) {
    return new ModelInput(
        name, channelsLast, scale, means, deviations, constants, oneByOne, outputPrefix, guarded);
  }

  /** Whether samples are handed over as they are. */
  boolean isPlain() {
    return !channelsLast && scale == 1 && means.isEmpty() && deviations.isEmpty();
  }

  /**
   * Refuses numbers of channels that are not those of the samples.
   *
   * @throws IllegalArgumentException with a line that says what is wrong
   */
  public void requireFitting(Shape shape) {
    int channels = shape.dimensions().get(0);
    requireCount("means", means.size(), channels, shape);
    requireCount("deviations", deviations.size(), channels, shape);
    if (channelsLast && shape.rank() < 2) {
      throw new IllegalArgumentException(
          "samples of %s have no channels that could be last".formatted(shape));
    }
  }

  private static void requireCount(String what, int count, int channels, Shape shape) {
    if (count > 1 && count != channels) {
      throw new IllegalArgumentException(
          "there are %d %s for samples of %s, which take %d or one"
              .formatted(count, what, shape, channels));
    }
  }

  /**
   * The dimensions of the input for some samples.
   *
   * @param declared by the graph, the batch first; a negative one is free
   * @throws DetectorFileException when samples of this shape do not fit
   */
  long[] dimensions(long[] declared, Shape shape, int count) {
    long[] wanted = wanted(declared.length, shape);
    boolean fits = declared.length == wanted.length;
    for (int i = 1; fits && i < declared.length; i++) {
      fits = declared[i] < 0 || declared[i] == wanted[i];
    }
    if (!fits) {
      throw new DetectorFileException(
          "the input %s takes %s, samples of %s do not fit"
              .formatted(name, Arrays.toString(declared), shape));
    }
    wanted[0] = count;
    return wanted;
  }

  /** A network may take all values of a sample as one row. */
  private long[] wanted(int rank, Shape shape) {
    if (rank == 2 && shape.rank() > 1) {
      return new long[] {0, shape.size()};
    }
    long[] wanted = new long[shape.rank() + 1];
    for (int i = 0; i < shape.rank(); i++) {
      int from = channelsLast ? (i + 1) % shape.rank() : i;
      wanted[i + 1] = shape.dimensions().get(from);
    }
    return wanted;
  }

  /** As the metadata of an ONNX model; nothing for a graph of Stranger's own. */
  Map<String, String> toProperties() {
    Map<String, String> properties = new TreeMap<>();
    if (!guarded) {
      return properties;
    }
    properties.put(CheckedModel.GUARDED, name);
    properties.put(LAYOUT, channelsLast ? "channels_last" : "channels_first");
    properties.put(SCALE, Float.toString(scale));
    properties.put(MEANS, numbers(means));
    properties.put(DEVIATIONS, numbers(deviations));
    properties.put(ONE_BY_ONE, Boolean.toString(oneByOne));
    properties.put(OUTPUT_PREFIX, outputPrefix);
    properties.put(
        CONSTANTS,
        Metadata.joined(
            new TreeMap<>(constants)
                .entrySet().stream().map(one -> one.getValue() + " " + one.getKey()).toList()));
    return properties;
  }

  private static String numbers(List<Float> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  /**
   * @throws IllegalArgumentException when the metadata is wrong
   */
  static ModelInput parse(Map<String, String> properties) {
    if (!properties.containsKey(CheckedModel.GUARDED)) {
      return OWN;
    }
    return new ModelInput(
        properties.get(CheckedModel.GUARDED),
        Metadata.required(properties, LAYOUT).equals("channels_last"),
        Float.parseFloat(Metadata.required(properties, SCALE)),
        Metadata.numbers(Metadata.required(properties, MEANS)),
        Metadata.numbers(Metadata.required(properties, DEVIATIONS)),
        constants(Metadata.required(properties, CONSTANTS)),
        Boolean.parseBoolean(Metadata.required(properties, ONE_BY_ONE)),
        Metadata.required(properties, OUTPUT_PREFIX),
        true);
  }

  private static Map<String, Float> constants(String text) {
    Map<String, Float> constants = new LinkedHashMap<>();
    if (!text.isEmpty()) {
      for (String one : Metadata.split(text)) {
        String[] words = one.split(" ", 2);
        if (words.length < 2) {
          throw new IllegalArgumentException("a constant input is '%s'".formatted(one));
        }
        constants.put(words[1], Float.parseFloat(words[0]));
      }
    }
    return constants;
  }
}
